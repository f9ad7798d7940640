# SPDX-License-Identifier: MIT
"""Chromium, driven over the DevTools protocol through a pair of pipes: no port, no driver."""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import time


class Browser:
    """A headless Chromium with one page. Everything that the page asks the network for, says on the
    console or throws is kept: `requests`, `console`."""

    def __init__(self, folder):
        self.requests = []
        self.console = []
        self._events = []
        self._last = 0
        self._buffer = b""
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        command = [
            *(shutil.which("chromium"), "--headless", "--no-sandbox", "--disable-gpu"),
            *("--no-first-run", "--disable-extensions", "--disable-dev-shm-usage"),
            *("--disable-background-networking", "--hide-scrollbars"),
            *("--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"),
        ]
        # The protocol reads from 3 and writes to 4, which may be taken here.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]
        nothing = os.open(os.devnull, os.O_RDWR)
        self._process = os.posix_spawn(command[0], command, os.environ, file_actions=[
            (os.POSIX_SPAWN_DUP2, number, to)
            for number, to in ((nothing, 1), (nothing, 2), (high[0], 3), (high[1], 4))
        ])
        for end in (theirs_in, theirs_out, nothing, *high):
            os.close(end)
        self._in, self._out = ours_in, ours_out
        self._session = None
        target = self._wait_for_page()
        self._session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True
        )["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def _wait_for_page(self):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for target in self.call("Target.getTargets")["targetInfos"]:
                if target["type"] == "page":
                    return target["targetId"]
            time.sleep(0.05)
        raise TimeoutError("Chromium opened no page")

    def close(self):
        os.kill(self._process, signal.SIGTERM)
        os.waitpid(self._process, 0)
        os.close(self._in)
        os.close(self._out)

    # ---- The protocol ----

    def _receive(self, seconds):
        """The next message, or None when there is none in so many seconds."""
        until = time.monotonic() + seconds
        while b"\0" not in self._buffer:
            left = max(0, until - time.monotonic())
            if not select.select([self._in], [], [], left)[0]:
                return None
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise EOFError("Chromium has ended")
            self._buffer += piece
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _keep(self, event):
        method, what = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])
        elif method == "Runtime.consoleAPICalled":
            self.console.append(str(what["args"]))
        elif method == "Runtime.exceptionThrown":
            self.console.append(json.dumps(what["exceptionDetails"]))
        elif method == "Log.entryAdded":
            self.console.append(what["entry"]["text"])
        self._events.append(method)

    def call(self, method, **params):
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive(60)
            if answer is None:
                raise TimeoutError(method)
            if answer.get("id") == self._last:
                assert "error" not in answer, answer
                return answer["result"]
            self._keep(answer)

    # ---- The page ----

    def open(self, path, ready="document.body.dataset.ready === 'true'"):
        """Opens a file, and waits until it is ready; the seconds that it took."""
        self.requests.clear()
        self.console.clear()
        began = time.monotonic()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while time.monotonic() - began < 60:
            if self.run(f"Boolean(document.body && {ready})"):
                return time.monotonic() - began
            time.sleep(0.02)
        raise TimeoutError(f"{path} is not ready: {self.console}")

    def run(self, script):
        """The value of an expression, promises awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def settle(self):
        """Waits until what was asked for is drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
                 ".then(() => true)")

    def compiles(self, source):
        """None, or what is wrong with the syntax of a script."""
        answer = self.call(
            "Runtime.compileScript", expression=source, sourceURL="", persistScript=False
        )
        return answer.get("exceptionDetails")

    def resize(self, width, height, dark=False, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def mouse(self, kind, x, y, shift=False, buttons=0):
        self.call("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y,
                  button="left" if kind != "Moved" or buttons else "none", buttons=buttons,
                  clickCount=1 if kind != "Moved" else 0, modifiers=8 if shift else 0)

    def click(self, x, y):
        self.mouse("Moved", x, y)
        self.mouse("Pressed", x, y, buttons=1)
        self.mouse("Released", x, y)
        self.settle()

    def drag(self, points, shift=False):
        self.mouse("Moved", *points[0])
        self.mouse("Pressed", *points[0], shift=shift, buttons=1)
        for point in points[1:]:
            self.mouse("Moved", *point, shift=shift, buttons=1)
        self.mouse("Released", *points[-1], shift=shift)
        self.settle()

    def press(self, key, text=""):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def type(self, text):
        self.call("Input.insertText", text=text)
        self.settle()

    def screenshot(self, path):
        answer = self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))
