# SPDX-License-Identifier: MIT
"""A wheel for another system: that of this machine with another module and command in it.

wheel.py WHEEL MODULE COMMAND PLATFORMS FOLDER writes into FOLDER. PLATFORMS are the tags of the system, as in
manylinux_2_17_x86_64.manylinux2014_x86_64.
"""

import base64
import hashlib
import pathlib
import re
import sys
import zipfile


def renamed(name, module, command):
    """The name of a file in the new wheel, and the file that takes its place."""
    if re.fullmatch(r"riwalk/_core\.[^/]*(so|pyd)", name):
        return f"riwalk/{module.name}", module
    if re.fullmatch(r"[^/]*\.data/scripts/riwalk(\.exe)?", name):
        return f"{name.rsplit('/', 1)[0]}/{command.name}", command
    return name, None


def record(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def main():
    wheel, module, command, folder = (pathlib.Path(sys.argv[i]) for i in (1, 2, 3, 5))
    platforms = sys.argv[4]
    stem = "-".join(wheel.stem.split("-")[:-1])
    tags = "".join(f"Tag: {'-'.join(stem.split('-')[-2:])}-{one}\n" for one in platforms.split("."))
    records, replaced = "", 0
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(folder / f"{stem}-{platforms}.whl", "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            entry.filename, file = renamed(entry.filename, module, command)
            if entry.filename.endswith(".dist-info/RECORD"):
                continue
            if file:
                data, replaced = file.read_bytes(), replaced + 1
            if entry.filename.endswith(".dist-info/WHEEL"):
                data = re.sub(r"(?m)^Tag: .*\n", "", data.decode()).rstrip("\n").encode() + b"\n" + tags.encode()
            new.writestr(entry, data, zipfile.ZIP_DEFLATED)
            records += record(entry.filename, data)
        assert replaced == 2, f"{wheel} has no module and command to replace"
        name = f"{'-'.join(stem.split('-')[:2])}.dist-info/RECORD"
        new.writestr(name, records + f"{name},,\n", zipfile.ZIP_DEFLATED)


main()
