# SPDX-License-Identifier: MIT
"""Documents: every relative link leads to a file and, behind a #, to a heading of it; pages keep to their length."""
import pathlib
import re
import sys
import unicodedata

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
sys.path.insert(0, str(ROOT / "docs/site"))
import reference  # noqa: E402

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.M | re.S)


def prose(page):
    """The text without what is code: fenced, indented and in backticks."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if not line.startswith("    ")]
    return re.sub(r"`[^`\n]*`", "", "\n".join(lines))


def anchor(heading):
    """The anchor of a heading, as forges and site generators agree on it for plain headings."""
    text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def anchors(page):
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    return {anchor(match) for match in re.findall(r"^#{1,6} (.*)$", text, re.M)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    wrong = []
    for link in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (heading and heading not in anchors(target)):
            wrong.append(link)
    assert not wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_stays_short(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= {"design.md": 250, "benchmarks.md": 150}.get(page.name, 300)
    assert max(map(len, lines)) <= 400


def test_all_pages_together_stay_short():
    words = [word for page in PAGES for word in re.findall(r"[^\s|]+", page.read_text(encoding="utf-8"))]
    assert len([word for word in words if not re.fullmatch("[-:]+", word)]) <= 30000  # rules of tables are no words


def test_every_page_is_linked_from_another():
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in LINK.findall(prose(page))
        if not re.match(r"[a-z]+:|#", link)
    }
    assert not [page.name for page in PAGES if page not in linked and page != ROOT / "README.md"]


def test_versions_agree():
    header = (ROOT / "include/riwalk.h").read_text(encoding="utf-8")
    version = re.search(r'#define RIWALK_VERSION "(.*)"', header)[1]
    parts = [re.search(rf"#define RIWALK_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH")]
    assert version == ".".join(parts)
    for name, pattern in [
        ("CITATION.cff", r"^version: (.*)$"),
        ("packaging/conda/meta.yaml", r'^{% set version = "(.*)" %}$'),
        ("debian/changelog", r"^riwalk \((.*)-\d+\)"),
        ("CHANGELOG.md", r"^## ([\d.]+) - \d{4}-\d\d-\d\d$"),
    ]:
        assert re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.M)[1] == version, name
    assert f"Package: libriwalk{parts[0]}.{parts[1]}\n" in (ROOT / "debian/control").read_text(encoding="utf-8")


def test_the_c_reference_has_every_function_once():
    headers = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "include").glob("*.h"))}
    del headers["riwalk_deprecated.h"]
    functions = re.findall(r"^(?:RIWALK_API|static inline) [^;(]*?\b(riwalk_\w+)\(", "\n".join(headers.values()), re.M)
    pages = reference.c_pages(headers)
    assert len({name for name, _, _ in pages}) == len(pages)
    shown = "\n".join(code for _, _, text in pages for code in re.findall(r"```c\n(.*?)```", text, re.S))
    assert len(functions) > 100
    assert [name for name in functions if len(re.findall(rf"\b{name}\(", shown)) != 1] == []


def test_manual_pages_become_markdown(riwalk):
    listed = re.findall(r"^\.B (\w+)$", riwalk("man").partition(".SH COMMANDS")[2].partition(".SH OPTIONS")[0], re.M)
    for command in listed:
        manual = riwalk("man", command)
        page = reference.manual_page(manual)
        assert page.startswith(f"# riwalk {command}\n")
        assert not re.search(r"^\.[A-Z]|\\f[BIP]|\\\(aq", page, re.M)
        for option in re.findall(r"\\fB\\-\\-([a-zA-Z\\0-9-]+?)\\fP", manual):
            assert "`--" + option.replace("\\-", "-") + "`" in page


def test_the_python_reference_has_every_public_name():
    page = reference.python_page(ROOT / "python/riwalk")
    public = re.search(r"__all__ = \[(.*?)\]", (ROOT / "python/riwalk/__init__.py").read_text(encoding="utf-8"), re.S)[1]
    missing = [name for name in re.findall(r'"(\w+)"', public) if f"## `{name}`" not in page]
    assert missing == ["isa"]  # a function of the C module, without a signature in Python


def test_the_short_python_reference_is_up_to_date():
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    assert page == reference.short_page(ROOT / "python/riwalk"), "run python3 docs/site/reference.py"
    assert len(page.split()) < 2000
    names = reference.public_names(ROOT / "python/riwalk/__init__.py")
    assert [name for name in names if f"**`{name}" not in page] == ["isa"]
