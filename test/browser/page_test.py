#!/usr/bin/env python3
"""page_test.py BANKFIX SOURCE...: opens the page of --format=html in Chromium.

Drives it with ChromeDriver, by the WebDriver protocol (w3.org/TR/webdriver2):
what it shows, by keyboard, narrow and wide, light and dark, without network.
Exits 77, which CTest counts as skipped, where no browser can be started.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SKIPPED = 77
ENTER, TAB = "\ue007", "\ue004"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage"]


class Browser:
    def __init__(self, driver, chromium, profile):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.driver = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        options = {"binary": chromium, "args": FLAGS + [f"--user-data-dir={profile}"]}
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
        for _ in range(100):
            try:
                self.session = self.ask("POST", "/session", wanted)["sessionId"]
                return
            except (urllib.error.URLError, ConnectionError) as error:
                failure = error
                if isinstance(error, urllib.error.HTTPError):
                    break
                time.sleep(0.1)
        self.driver.kill()
        raise OSError(f"no browser: {failure}")

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def do(self, path, body):
        return self.ask("POST", f"/session/{self.session}/{path}", body)

    def script(self, text):
        return self.do("execute/sync", {"script": text, "args": []})

    def press(self, *keys):
        actions = [a for key in keys for a in ({"type": "keyDown", "value": key},
                                               {"type": "keyUp", "value": key})]
        self.do("actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def emulate(self, scheme):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.do("goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia",
                                     "params": {"features": [feature]}})

    def close(self):
        try:
            self.ask("DELETE", f"/session/{self.session}")
        finally:
            self.driver.kill()


def check(what, seen, wanted):
    if seen != wanted:
        sys.exit(f"{what}: {seen!r}, not {wanted!r}")


def look(browser, page):
    browser.do("window/rect", {"width": 1280, "height": 900})
    browser.do("url", {"url": page.as_uri()})
    check("title", browser.script("return document.title"), "bankfix: bank conflicts")
    check("resources", browser.script("return performance.getEntriesByType('resource').length"), 0)
    findings = browser.script("return document.querySelectorAll('.access.bad').length")
    if not findings:
        sys.exit("the page shows no finding")
    check("open at first", browser.script("return document.querySelectorAll('[open]').length"), 0)

    # Every finding can be reached and opened by keyboard.
    for _ in range(400):
        browser.press(TAB)
        if browser.script("return document.activeElement.matches('.access.bad > summary')"):
            break
    else:
        sys.exit("Tab does not lead to a finding")
    browser.press(ENTER)
    shown = "return document.querySelectorAll('.access.bad[open]').length"
    check("opened by Enter", browser.script(shown), 1)
    picture = "document.querySelector('.access.bad[open] figure svg')"
    check("its picture is seen", browser.script(
        f"return {picture}.getBoundingClientRect().width > 300"), True)
    check("lanes tell their addresses", browser.script(
        f"return {picture}.querySelector('g title').textContent"),
          "lane 0: byte 0, bank 0, turn 1")
    check("before and after", browser.script(
        "return document.querySelectorAll('.access.bad[open] .body > .pair figure').length"), 2)

    # The memory of an array is drawn once, in the colours of its banks, and a
    # link opens it.
    check("drawn once", browser.script(
        "const all = [...document.querySelectorAll('details.memory')]"
        ".map(d => d.textContent); return new Set(all).size === all.length"), True)
    browser.script("document.querySelector('.access.bad[open] a.memory').click()")
    for _ in range(50):
        if browser.script("return document.querySelectorAll('details.memory[open]').length"):
            break
        time.sleep(0.1)
    cells = "[...document.querySelector('details.memory[open] svg').querySelectorAll('rect')]"
    check("cells have a size", browser.script(
        f"return {cells}[0].getBoundingClientRect().width > 10"), True)
    check("banks have colours of their own", browser.script(
        f"return new Set({cells}.slice(0, 32).map(c => getComputedStyle(c).fill)).size"), 32)
    browser.script("document.querySelector('details.memory[open]').open = false")

    # The gutter adds up.
    check("gutter", browser.script(
        "return [...document.querySelectorAll('.line.hot')].every(l => {"
        " const n = [...l.querySelectorAll('.c')].map(c => +c.textContent);"
        " return n[2] > 0 && n[0] >= n[1] + n[2]; })"), True)

    # Links lead somewhere.
    check("links", browser.script(
        "return [...document.querySelectorAll('a')].every(a =>"
        " document.getElementById(a.hash.slice(1)))"), True)

    browser.script("document.getElementById('open').click()")
    check("all open", browser.script(shown), findings)
    for width in (1280, 480):
        browser.do("window/rect", {"width": width, "height": 900})
        check(f"{width} wide", browser.script(
            "return document.documentElement.scrollWidth <= innerWidth"), True)

    # Themes: the reader's, then the other one.
    colour = "return getComputedStyle(document.body).backgroundColor"
    browser.emulate("light")
    light = browser.script(colour)
    browser.emulate("dark")
    dark = browser.script(colour)
    check("light", light, "rgb(255, 255, 255)")
    check("dark", dark, "rgb(13, 17, 23)")
    browser.script("document.getElementById('theme').click()")
    check("the other theme", browser.script(colour), light)


def main():
    driver, chromium = shutil.which("chromedriver"), shutil.which("chromium")
    if not driver or not chromium:
        print("no chromium and chromedriver")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        subprocess.run([sys.argv[1], "check", "--fail-on=never", "--quiet", "--format=html",
                        f"--output={page}", *sys.argv[2:]], check=True)
        try:
            browser = Browser(driver, chromium, os.path.join(folder, "profile"))
        except OSError as error:
            print(error)
            return SKIPPED
        try:
            look(browser, page)
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
