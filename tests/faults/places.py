#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of inject.py as an ordinary user where files and folders may not be read or written.

    tests/faults/places.py RIWALK [--only WORD]

Each case is a folder with old outputs: one that may not be written to, one with the sticky bit and the files
of another, one where an output's name is a folder, a read-only file system, disks of a few pages; and each
input in turn is unreadable. What must hold: status 1 or 2 with a sentence that names a file, the old outputs as
they were and no other file; or status 0 with the results of an undisturbed run. Root becomes "nobody" for
the commands; without root, what needs it is skipped.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from inject import COMMANDS, OLD, WITHOUT_THREADS, Wrong, make_inputs

NOBODY = 65534
ROOT = os.geteuid() == 0
PAGES = (3, 5, 9, 17)  # of a small disk; the old outputs have one each


class Places:
    def __init__(self, riwalk, folder):
        self.riwalk, self.folder, self.work = riwalk, folder, os.path.join(folder, "work")
        self.done, self.failures = 0, 0

    def run(self, words):
        user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if ROOT else []
        threads = [] if words[0] in WITHOUT_THREADS else ["--threads", "2"]
        self.done += 1
        return subprocess.run([*user, self.riwalk, *words, *threads], cwd=self.work, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60, env=dict(os.environ, RIWALK_ISA="scalar", LC_ALL="C"))

    def prepare(self, outputs, mode=0o755, owner=NOBODY, disk=None):
        self.clear()
        os.mkdir(self.work)
        if disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", disk, "riwalk-test", self.work], check=True)
        for name in outputs:
            path = os.path.join(self.work, name)
            with open(path, "wb") as file:
                file.write(OLD)
            if ROOT:
                os.chown(path, owner, owner)
        if ROOT:
            os.chown(self.work, owner, owner)
        os.chmod(self.work, mode)

    def clear(self):
        if os.path.ismount(self.work):
            subprocess.run(["umount", self.work], check=True)
        if os.path.exists(self.work):
            os.chmod(self.work, 0o755)
            shutil.rmtree(self.work)

    def files(self):
        return {path.name: path.read_bytes() for path in pathlib.Path(self.work).iterdir() if path.is_file()}

    def check(self, words, good, may_do):
        """Runs a command; all outputs are as they were, or it could do it."""
        before = self.files()
        done = self.run(words)
        said, after = done.stderr.decode(errors="replace").splitlines(), self.files()
        if done.returncode == 0:
            if not may_do:
                raise Wrong("status 0")
            if "r.json" not in after and after != good:
                raise Wrong("status 0, but other results")
            return
        if done.returncode not in (1, 2):
            raise Wrong(f"status {done.returncode}: {said}")
        if not said or not any(line.startswith("riwalk") and ("/" in line or "." in line) for line in said):
            raise Wrong(f"no sentence that names a file: {said}")
        if "--work" in words:  # where whole parts stay
            after = {name: content for name, content in after.items() if not name.endswith(".rwp")}
        if after != before:
            raise Wrong(f"files have changed: {sorted(after)}: {said}")

    def attempt(self, name, case, words, good, may_do=False):
        try:
            self.check(words, good, may_do)
        except Wrong as wrong:
            self.failures += 1
            print(f"{name} ({' '.join(words)}), {case}: {wrong}", flush=True)

    def outputs(self, name, words, outputs, good):
        self.prepare(outputs, 0o555)
        self.attempt(name, "a folder without write permission", words, good)
        for output in outputs:
            if good[output] == OLD:  # it is not written
                continue
            self.prepare([other for other in outputs if other != output])
            os.mkdir(os.path.join(self.work, output))
            self.attempt(name, f"{output} is a folder", words, good)
        if not ROOT:
            return
        self.prepare(outputs, 0o1777, 0)
        self.attempt(name, "a sticky folder", words, good)
        for options in ["ro"] * MOUNTS + [f"size={4 * (pages + len(outputs))}k" for pages in PAGES] * MOUNTS:
            self.prepare(outputs, disk="size=1m" if options == "ro" else options)
            if options == "ro":
                subprocess.run(["mount", "-o", "remount,ro", self.work], check=True)
            self.attempt(name, f"a disk with {options}", words, good, options != "ro")

    def inputs(self, name, words, outputs, good):
        for word in words:
            path = os.path.join(self.folder, word.lstrip("@")[3:])
            if not word.lstrip("@").startswith("../") or not os.path.isfile(path):
                continue
            self.prepare(outputs)
            os.chmod(path, 0)
            self.attempt(name, f"{word} may not be read", words, good)
            os.chmod(path, 0o644)

    def all(self, name, words, outputs):
        self.prepare(outputs)
        done = self.run(words)
        if done.returncode:
            raise Wrong(f"undisturbed: {done.stderr.decode()}")
        good = self.files()
        if outputs:
            self.outputs(name, words, outputs, good)
        self.inputs(name, words, outputs, good)


def can_mount(folder):
    there = os.path.join(folder, "disk")
    os.mkdir(there)
    if not ROOT or subprocess.run(["mount", "-t", "tmpfs", "riwalk-test", there], capture_output=True).returncode:
        print("disks are skipped: nothing can be mounted here")
        return False
    subprocess.run(["umount", there], check=True)
    return True


def main():
    global MOUNTS
    parser = argparse.ArgumentParser(description="places without permission; see the top of this file")
    parser.add_argument("riwalk")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        make_inputs(os.path.abspath(options.riwalk), folder)
        riwalk = shutil.copy2(options.riwalk, os.path.join(folder, "riwalk"))
        MOUNTS = can_mount(folder)
        places = Places(riwalk, folder)
        places.prepare([])
        try:
            if places.run(["--version"]).returncode:
                raise OSError("the command does not run as another user")
        except OSError as reason:
            print(f"skipped: {reason}")
            sys.exit(77)
        for name, (words, outputs) in COMMANDS.items():
            if options.only in name and name not in ("embed-work",):  # whose folder is outside
                try:
                    places.all(name, words, [output.rstrip("~") for output in outputs])
                except Wrong as wrong:
                    places.failures += 1
                    print(f"{name}: {wrong}", flush=True)
        places.clear()
    print(f"{places.done} runs, {places.failures} failures")
    sys.exit(places.failures > 0)


if __name__ == "__main__":
    main()
