# SPDX-License-Identifier: MIT
"""Pages of the reference: a manual page, the C header and the Python package as Markdown.

As a program it writes docs/python.md, the Python package in short.
"""
import ast
import pathlib
import re
import textwrap

# ---- Manual pages ----

ESCAPES = {r"\-": "-", r"\e": "\\", r"\(aq": "'", r"\&": ""}


def plain(text):
    return re.sub(r"\\-|\\e|\\\(aq|\\&", lambda m: ESCAPES[m[0]], text)


def inline(text):
    """A line of a manual page: \\fB...\\fP is code, \\fI...\\fP is emphasis."""
    parts = re.split(r"\\f([BIP])", text)
    result, font = "", "P"
    for number, part in enumerate(parts):
        if number % 2:
            font = part
            continue
        part = plain(part)
        if font == "B" and part:
            result += f"`{part}`"
        elif font == "I" and part:
            result += f"*{part}*"
        else:
            result += re.sub(r"([*_<|\[\]])", r"\\\1", part)
    return result


def term(line):
    if line.startswith((".B ", ".I ")):
        return f"`{plain(line[3:])}`"
    return inline(line)


def manual_page(text, links=()):
    """Markdown of what `riwalk man` prints, which uses a small part of the man macros."""
    lines, out, depth, number, code = text.splitlines(), [], 0, 0, False
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.startswith(".TH"):
            title = plain(line.split()[1]).lower().replace("riwalk-", "riwalk ")
            out += [f"# {title}", ""]
        elif line.startswith(".SH NAME"):
            number += 1
        elif line.startswith(".SH"):
            out += ["", f"## {line[4:].capitalize()}", ""]
        elif line.startswith(".SS"):
            out += ["", f"### {line[4:]}", ""]
        elif line == ".TP":
            name = term(lines[number])
            word = plain(lines[number].removeprefix(".B "))
            if word in links:
                name = f"[{name}]({word}.md)"
            out += ["", "    " * depth + name]
            out += ["    " * depth + f":   {inline(lines[number + 1])}"]
            number += 2
        elif line in (".nf", ".fi"):
            code = line == ".nf"
            out += ["", "```sh"] if code else ["```", ""]
        elif line in (".RS", ".RE"):
            if not code:
                depth += 1 if line == ".RS" else -1
        elif line.startswith(".B "):
            out += [f"`{plain(line[3:])}`", ""]
        elif line.startswith((".RI", ".I ")):
            out[-2] = out[-2].rstrip("`") + " " + line.partition(" ")[2].replace("[ OPTIONS ]", "[OPTIONS]") + "`"
        elif line != ".PP":
            out += [plain(line) if code else inline(line)]
    return "\n".join(out) + "\n"


# ---- The C headers ----

SECTION = re.compile(r"^/\* ---- (.*?) -+ \*/$", re.M)


def comment_text(comment):
    """What a comment says, as Markdown: its lines joined, lists and code kept as they are."""
    body = comment.removeprefix("/*").removesuffix("*/")
    lines = [re.sub(r"^ ?\* ?", "", line).rstrip() for line in body.strip("\n").splitlines()]
    out = []
    for line in lines:
        if re.match(r"^\s*- ", line):
            out += [""] if out and out[-1] and not out[-1].lstrip().startswith("- ") else []
            out.append(line.strip())
        elif re.match(r"^ {2,}[A-Z_, ]+  ", line):
            out += ["", line.strip()]
        else:
            out.append(line.strip())
    text = "\n".join(out).strip()
    return re.sub(r"([*<|])", r"\\\1", text)


def names_of(code):
    """What a piece of code declares: functions, or a type, or macros."""
    functions = re.findall(r"\b(riwalk_\w+)\((?!\*)", re.sub(r"/\*.*?\*/", "", code, flags=re.S)) if re.search("RIWALK_API|static inline", code) else []
    types = re.findall(r"^typedef .*?\b(riwalk_\w+)\(", code, re.M) or re.findall(r"^(?:typedef )?(?:struct|enum) (riwalk_\w+)", code, re.M)
    macros = re.findall(r"^#define (RIWALK_\w+)", code, re.M)
    return list(dict.fromkeys(functions or types or macros))


def blocks_of(section):
    """Pieces of code, each with the comment before it; a blank line ends a piece outside of braces."""
    pieces, piece, depth = [], [], 0
    for line in section.splitlines():
        if not line and depth == 0:
            pieces.append("\n".join(piece))
            piece = []
        else:
            piece.append(line)
            code = re.sub(r"/\*.*?\*/", "", line)
            depth += code.count("{") - code.count("}")
    return [piece for piece in [*pieces, "\n".join(piece)] if piece.strip()]


def c_page(title, section):
    out = [f"# {title}", ""]
    for block in blocks_of(section):
        match = re.match(r"/\*.*?\*/\s*", block, re.S)
        comment = match[0].strip() if match else ""
        code = block[match.end():].strip() if match else block.strip()
        code = re.sub(r"\bRIWALK_API ", "", code)
        names = names_of(block) if code else []
        if names:
            shown = [name for name in names if not name.endswith("_free")] or names
            out += ["## " + ", ".join(f"`{name}`" for name in shown[:3]) + (" ..." if len(shown) > 3 else ""), ""]
        if comment:
            out += [comment_text(comment), ""]
        if code:
            out += ["```c", code, "```", ""]
    return "\n".join(out)


def c_pages(headers):
    """(name, title, text) of the introduction and of each topic; `headers` has texts by name, riwalk.h first."""
    pages, index = [], ["# C API", "", "Topics are in the order of use. Every header of a topic includes `riwalk.h`.", ""]
    for header, text in headers.items():
        intro = comment_text(re.match(r"/\* SPDX.*?\*/\s*(/\*.*?\*/)", text, re.S)[1])
        words, _, conventions = intro.partition("Conventions that hold")
        if conventions:
            words, ending = words.partition("Topics have headers")[0], ["## Conventions", "", "Conventions that hold" + conventions, ""]
        index += ["", f"## `{header}`", "", words.strip(), ""]
        parts = SECTION.split(text[: text.rindex("#ifdef __cplusplus")])[1:]
        for title, section in zip(parts[::2], parts[1::2]):
            name = re.sub(r"\W+", "-", title.strip().lower())
            pages.append((name, title.strip(), c_page(title.strip(), section)))
            index += [f"- [{title.strip()}]({name}.md)"]
    return [("index", "C API", "\n".join(index + [""] + ending)), *pages]


# ---- The Python package ----


def signature(node):
    return f"{node.name}({ast.unparse(node.args)})"


def docstring(node):
    """What a docstring says, with examples (>>>) as code."""
    blocks = (ast.get_docstring(node) or "").split("\n\n")
    return "\n\n".join(f"```pycon\n{block}\n```" if block.lstrip().startswith(">>>") else block for block in blocks)


def public_names(path):
    return re.findall(r"[\"'](\w+)[\"']", re.search(r"__all__ = [\[(](.*?)[\])]", path.read_text(encoding="utf-8"), re.S)[1])


APART = ["distributed", "pyg"]  # modules of their own


def python_modules(folder):
    """The trees of the package's modules, those apart by themselves, and what the others define."""
    trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}
    apart = {name: trees.pop(name) for name in APART}
    return trees, apart, {name: node for tree in trees.values() for name, node in defined(tree).items()}


def defined(tree):
    return {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def python_entry(node, module, depth):
    """A function, or a class with its methods, under a heading of a depth."""
    head = f"{depth} `{node.name if module == 'riwalk' else f'{module}.{node.name}'}`"
    if isinstance(node, ast.FunctionDef):
        return [head, "", "```python", f"{module}.{signature(node)}", "```", "", docstring(node), ""]
    methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
    made = next((item for item in methods if item.name == "__init__"), None)
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    arguments = ast.unparse(made.args).removeprefix("self").removeprefix(", ") if made else ""
    out = [head, "", "```python", f"class {module}.{node.name}({arguments or bases})", "```", "", docstring(node), ""]
    for item in methods:
        if not item.name.startswith("_") and docstring(item):
            out += [f"{depth}# `{node.name}.{item.name}`", "", "```python", signature(item), "```", "", docstring(item), ""]
    return out


def python_page(folder):
    """Public classes and functions of the package, from its sources."""
    trees, apart, found = python_modules(folder)
    out = ["# Python API", "", docstring(trees["__init__"]), ""]
    for name in public_names(folder / "__init__.py"):
        out += python_entry(found[name], "riwalk", "##") if name in found else []
    for module, tree in apart.items():
        out += [f"## `riwalk.{module}`", "", docstring(tree), ""]
        for name in public_names(folder / f"{module}.py"):
            out += python_entry(defined(tree)[name], f"riwalk.{module}", "###")
    return "\n".join(out)


# ---- The Python package in short: docs/python.md ----

TOPICS = {
    "Embed": ["embed", "estimate", "options", "read", "load"],
    "Graphs": ["graph", "Graph"],
    "Embeddings": ["Embedding", "Explanation", "Picture"],
    "Roles": ["describe", "report", "Description"],
    "Several graphs": ["align", "Alignment", "track", "Tracking"],
    "Estimators": ["RiWalk", "DeepWalk", "Node2Vec", "Struc2Vec", "GraphWave", "Refex", "RolX", "Line", "NodeVectors", "RoleClassifier"],
    "In parts": ["profiles", "fit", "Part"],
}
BRIEF = ["In parts", "More"]  # without parameters and methods


ROOT = pathlib.Path(__file__).resolve().parents[2]


def library_options():
    """Parameters that are the library's options, by their names in Python."""
    table = (ROOT / "src/options/rows.h").read_text(encoding="utf-8")
    names = re.findall(r'ROW\(.*?, "([a-z0-9-]+)", "[^"]+", [A-Z]+,', table)
    return {{"dimensions": "n_components", "seed": "random_state"}.get(name, name.replace("-", "_")) for name in names}


OPTIONS = library_options()
FEW = 4  # options that are shown by name


def many_options(arguments):
    return sum(argument.arg in OPTIONS for argument in arguments.kwonlyargs) > FEW


def call(node, name):
    """How a function is called: its parameters without types and without self, many options of the library as one word."""
    arguments = ast.parse(ast.unparse(node)).body[0].args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
        if argument is not None:
            argument.annotation = None
    if many_options(arguments):
        kept = [pair for pair in zip(arguments.kwonlyargs, arguments.kw_defaults) if pair[0].arg not in OPTIONS]
        arguments.kwonlyargs, arguments.kw_defaults = ([pair[i] for pair in kept] for i in range(2))
        arguments.kwarg = ast.arg("options")
    words = re.sub(r"^(self|cls)(, )?", "", ast.unparse(arguments))
    return f"{name}({words})"


def paragraphs(node):
    """What a docstring says before its sections and examples, and its parameters by name."""
    text = ast.get_docstring(node) or ""
    prose, _, rest = text.partition("Parameters\n----------\n")
    parameters = re.findall(r"^(\S.*?) : .*\n((?:    .*\n?)+)", rest + "\n", re.M)
    blocks = [block for block in prose.split("\n\n") if block.strip() and not block.lstrip().startswith(">>>")]
    return [joined(block) for block in blocks], [(name, joined(words)) for name, words in parameters]


def joined(block):
    return " ".join(block.split()).replace("``", "`")


def filled(text, indent=""):
    return textwrap.fill(text, 140, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def first_sentence(text):
    """And the one that says the default."""
    first, *more = re.split(r"(?<=[.]) (?=[A-Z])", text)
    return " ".join([first, *(sentence for sentence in more if sentence.startswith("By default"))])


def short_function(node, detailed, told):
    """Its call, what it does, and the first sentence on every parameter whose name the page has not explained before."""
    words, parameters = paragraphs(node)
    out = [filled(f"**`{call(node, node.name)}`**"), "", filled(words[0]), ""]
    hidden = OPTIONS if many_options(node.args) else ()
    items = [filled(f"- `{name}`: {first_sentence(text)}", "  ") for name, text in parameters if detailed and name not in {*hidden, *told}]
    told.update(name for name, _ in parameters)
    return out + items + ([""] if items else [])


def short_class(node, detailed, told=()):
    """A line, and those of its methods."""
    out = [filled(f"**`{node.name}`**: {paragraphs(node)[0][0]}"), ""]
    if not detailed:
        return out
    methods = [item for item in node.body if isinstance(item, ast.FunctionDef) and not item.name.startswith("_") and ast.get_docstring(item)]
    for item in methods:
        shown = item.name if any(ast.unparse(d) == "property" for d in item.decorator_list) else call(item, item.name)
        out.append(filled(f"- `{shown}`: {first_sentence(paragraphs(item)[0][0])}", "  "))
    return out + ([""] if methods else [])


def short_page(folder):
    """docs/python.md: every public name with its signature and what its docstring says first."""
    _, apart, found = python_modules(folder)
    words = (
        "Made from the package by `python3 docs/site/reference.py`; `help(riwalk.embed)` says more. Options are those of the command "
        "(`riwalk help embed`), with `_` for `-`, `n_components` for dimensions, `random_state` for the seed and `n_jobs` for threads."
    )
    out = ["# Python reference", "", filled(words), ""]
    told = set()
    topics = {**TOPICS, "More": [n for n in public_names(folder / "__init__.py") if n in found and not any(n in names for names in TOPICS.values())]}
    for topic, names in topics.items():
        out += [f"## {topic}", ""] if any(name in found for name in names) else []
        for node in (found[name] for name in names if name in found):
            short = short_function if isinstance(node, ast.FunctionDef) else short_class
            out += short(node, topic not in BRIEF, told)
    for module, tree in apart.items():
        out += [*([""] if out[-1] else []), f"## riwalk.{module}", "", filled(paragraphs(tree)[0][0]), ""]
        for name in public_names(folder / f"{module}.py"):
            node = defined(tree)[name]
            out += [f"- `{call(node, name)}`"] if isinstance(node, ast.FunctionDef) else short_class(node, True)[:-1]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    (ROOT / "docs/python.md").write_text(short_page(ROOT / "python/riwalk"), encoding="utf-8")
