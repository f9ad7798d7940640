#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the site of the documents: build.py RIWALK OUT, RIWALK being the command whose manual is shown.

OUT/site-source gets all pages: those of docs/ and of the top folder with their links set right, and those that are generated:
commands from their manual pages, the C API from the headers, the Python API from docstrings. MkDocs then makes OUT/site.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

from reference import c_pages, manual_page, python_page

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOP = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md", "SECURITY.md": "SECURITY.md"}
SHORT = ROOT / "docs/python.md"  # in the site the whole reference stands in its place
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s#]*)((?:#[^)\s]*)?)\)")


def place(path):
    """Where a file of the repository is in the site; None where it is not there."""
    if path.parent == ROOT:
        return TOP.get(path.name)
    if path == ROOT / "docs/README.md":  # the navigation says the same
        return "index.md"
    if path == SHORT:
        return "reference/python.md"
    if (ROOT / "docs") in path.parents:
        return path.relative_to(ROOT / "docs").as_posix()
    return "reference/c/index.md" if path.parent == ROOT / "include" else None


def copy_page(page, to):
    """Copies a page; links to what the site does not have become plain text."""

    def relink(match):
        text, path, anchor = match.groups()
        if not path or re.match(r"[a-z]+:", path):
            return match[0]
        target = place((page.parent / path).resolve())
        if target is None:
            return text.strip("![]")
        return f"{text}({os.path.relpath(source / target, to.parent)}{anchor})"

    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(LINK.sub(relink, page.read_text(encoding="utf-8")), encoding="utf-8")


def write(name, text):
    path = source / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_commands(riwalk):
    def printed(*arguments):
        return subprocess.run([riwalk, *arguments], check=True, capture_output=True, text=True).stdout

    def manual(*command):
        return printed("man", *command)

    listed = re.findall(r"^\.TP\n\.B (\w+)$", manual().partition(".SH COMMANDS")[2].partition(".SH OPTIONS")[0], re.M)
    write("reference/commands/index.md", manual_page(manual(), links=listed))
    for command in listed:
        write(f"reference/commands/{command}.md", manual_page(manual(command)))
    write("reference/spellings.md", printed("help", "--spellings"))
    return ["reference/commands/index.md", *({f"riwalk {c}": f"reference/commands/{c}.md"} for c in listed)]


def headers():
    """The public headers, but for the one of old names."""
    return [path for path in sorted((ROOT / "include").glob("*.h")) if path.name != "riwalk_deprecated.h"]


def write_c():
    pages = c_pages({path.name: path.read_text(encoding="utf-8") for path in headers()})
    for name, _, text in pages:
        write(f"reference/c/{name}.md", text)
    return ["reference/c/index.md", *({title: f"reference/c/{name}.md"} for name, title, _ in pages if name != "index")]


def filled(nav, lists):
    """The navigation with the lists of pages in their places, and without pages that do not exist."""
    result = []
    for item in nav:
        ((title, value),) = item.items()
        if isinstance(value, list):
            result.append({title: filled(value, lists)})
        elif value in lists:
            result.append({title: lists[value]})
        elif (source / value).exists():
            result.append(item)
    return result


out = pathlib.Path(sys.argv[2]).resolve()
source = out / "site-source" / "source"
shutil.rmtree(out / "site-source", ignore_errors=True)
for page in sorted((ROOT / "docs").rglob("*")):
    if (ROOT / "docs/site") in page.parents or page.is_dir() or page in (SHORT, ROOT / "docs/README.md"):
        continue
    to = source / page.relative_to(ROOT / "docs")
    if page.suffix == ".md":
        copy_page(page, to)
    else:
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(page, to)
for name, to in TOP.items():
    if (ROOT / name).exists():
        copy_page(ROOT / name, source / to)
write("reference/python.md", python_page(ROOT / "python/riwalk"))
config = yaml.safe_load((ROOT / "docs/site/mkdocs.yml").read_text(encoding="utf-8"))
lists = {"reference/commands": write_commands(sys.argv[1]), "reference/c": write_c()}
config["nav"] = filled(config["nav"], lists)
(out / "site-source/mkdocs.yml").write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
subprocess.run([sys.executable, "-m", "mkdocs", "-q", "build", "-f", out / "site-source/mkdocs.yml"], check=True, env=environment)
