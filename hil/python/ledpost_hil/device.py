# SPDX-License-Identifier: Apache-2.0
"""A device of ledpost in the test, with the wires of its panel recorded."""

import base64
import json
import re
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from .display import CannotCompare, Display

QUIET = """
[http]
addr = "127.0.0.1:{port}"
tls = ""
[audio]
output = "null"
[discovery]
ssdp = false
mdns = false
[onboard]
guide = false
wifi = false
bluetooth = false
"""


class Device:
    """A device that runs without hardware, as a context manager.

    panel are the lines of the table [panel], as 'driver = "max7219"', without port or gpio. dir is an
    empty folder for its files. It announces itself to nobody.
    """

    def __init__(self, panel, dir, command="ledpost", artifacts=None):
        self.dir, self.command = Path(dir), command
        self.wires = self.dir / "wires.vcd"
        where = "gpio" if re.search(r'driver\s*=\s*"hub75"', panel) else "port"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        config = self.dir / "config.toml"
        config.write_text(f'[panel]\n{panel}\n{where} = "vcd:{self.wires}"\n' + QUIET.format(port=port))
        self.display = Display(config=config, artifacts=artifacts, command=command)
        self._config, self._process, self.key = config, None, None

    def __enter__(self, patience=30):
        self._log = open(self.dir / "log.txt", "wb")
        self._process = subprocess.Popen([self.command, "run", f"--config={self._config}", f"--data={self.dir / 'data'}"],
                                         stdout=self._log, stderr=subprocess.STDOUT)
        try:
            self._begin(time.monotonic() + patience)
        except BaseException:  # also an interrupt: nobody else ends the process
            self.__exit__()
            raise
        return self

    def _begin(self, end):
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise CannotCompare(f"the device does not start:\n{(self.dir / 'log.txt').read_text()[-4000:]}")
            time.sleep(0.05)
        try:
            self.key = subprocess.run([self.command, "key", f"--data={self.dir / 'data'}"], capture_output=True,
                                      text=True, check=True, timeout=max(1, end - time.monotonic())).stdout.strip()
            self.put("/api/v2/device/display", {"brightness": 100, "brightness_mode": "manual"})
        except (subprocess.SubprocessError, OSError) as fault:
            raise CannotCompare(f"the device starts, and cannot be used: {fault}") from fault

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()

    def notify(self, notification):
        """Post a notification in the form of the API, a dict, and return its id."""
        return self._ask("POST", "/api/v2/device/notifications", notification)["success"]["id"]

    def put(self, path, body):
        """Change an object of the API, and return the answer."""
        return self._ask("PUT", path, body)

    def shows(self, expect, timeout=10):
        """Pass as soon as the wires show what is expected, within timeout seconds."""
        self.display.wait(expect, self.wires, timeout)

    def _answers(self):
        try:
            with urllib.request.urlopen(self.url + "/healthz", timeout=1):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def _ask(self, method, path, body):
        user = base64.b64encode(f"dev:{self.key}".encode()).decode()
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), method=method,
                                         headers={"Authorization": "Basic " + user, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
