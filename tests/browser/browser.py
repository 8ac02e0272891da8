"""Debian's Chromium without a window, spoken to over a pipe in its DevTools protocol. Nothing but Python's own library."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 120  # seconds for one answer, on a busy machine


def find_chromium():
    return os.environ.get("DISCREET_CHROMIUM") or shutil.which("chromium")


class Browser:
    """with Browser() as browser: browser.open(path) ..."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="discreet_browser_")
        to_read, self.to_write = os.pipe()
        self.from_read, from_write = os.pipe()
        # Messages go in by file 3 and come out by file 4. They are copied far up first, so that neither is in the way.
        high = [os.dup(to_read), os.dup(from_write)]

        def wire():
            places = [os.dup2(high[0], 103), os.dup2(high[1], 104)]
            os.dup2(places[0], 3)
            os.dup2(places[1], 4)

        self.process = subprocess.Popen(
            [find_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--hide-scrollbars", "--remote-debugging-pipe",
             "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=wire, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for each in (to_read, from_write, *high):
            os.close(each)
        self.count, self.buffer, self.events, self.session = 0, b"", [], None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("Browser.close", on_page=False)
        except Exception:
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to_write)
        os.close(self.from_read)
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self, until):
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.from_read], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            read = os.read(self.from_read, 1 << 20)
            if not read:
                raise EOFError("the browser is gone")
            self.buffer += read
        first, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(first)

    def send(self, method, on_page=True, **parameters):
        self.count += 1
        asked = {"id": self.count, "method": method, "params": parameters}
        if on_page and self.session:
            asked["sessionId"] = self.session
        os.write(self.to_write, json.dumps(asked).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            answer = self.message(until)
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        until = time.monotonic() + PATIENCE
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message(until))

    def open(self, path, width=1100, height=900, dark=False, scripts=True):
        """A fresh page on a file; events since then are in self.events."""
        target = self.send("Target.createTarget", on_page=False, url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", on_page=False, targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(domain + ".enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events = []
        self.send("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait_for("Page.loadEventFired")
        if scripts:  # charts are drawn on load, and once more where the layout has settled
            self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))")

    def run(self, script):
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def html(self):
        """The document as it is now, also where scripts are off."""
        root = self.send("DOM.getDocument", depth=-1)["root"]["nodeId"]
        return self.send("DOM.getOuterHTML", nodeId=root)["outerHTML"]

    def press(self, key, code):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def said(self):
        """What appeared on the console."""
        kinds = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [event["params"] for event in self.events if event.get("method") in kinds]

    def requests(self):
        """Everything that was asked for except the page itself and what is written out in it."""
        asked = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return [url for k, url in enumerate(asked) if not url.startswith("data:") and not (k == 0 and url.startswith("file:"))]

    def screenshot(self, path):
        picture = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(path, "wb") as out:
            out.write(base64.b64decode(picture["data"]))

    def print(self, path):
        pages = self.send("Page.printToPDF", printBackground=False)
        with open(path, "wb") as out:
            out.write(base64.b64decode(pages["data"]))
