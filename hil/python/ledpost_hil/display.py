# SPDX-License-Identifier: Apache-2.0
"""A display under test."""

import io
import json
import os
import subprocess
from pathlib import Path


class Differs(AssertionError):
    """The display shows something else. The message has the first pixel that differs; files are the
    paths of what was kept of it: pictures and recordings."""

    def __init__(self, message, files=()):
        super().__init__(message)
        self.files = list(files)


class CannotCompare(Exception):
    """There is nothing to compare: a wrong configuration, exchanged lines, an empty recording."""


class Display:
    """A display with a panel that ledpost can decode.

    config is a file with the table [panel], or panel the name of a driver with its defaults.
    brightness is the percentage that the display was set to. artifacts is a folder for what a
    failure saw; command is the program. A display may be used by one thread at a time.
    """

    def __init__(self, config=None, panel=None, brightness=100, artifacts=None, command="ledpost"):
        self.config, self.panel, self.brightness = config, panel, brightness
        self.artifacts, self.command = artifacts, command

    def compare(self, expect, *captures, at=None, lines=None):
        """Pass if a recording shows what is expected: one Value Change Dump, of a composite panel
        one for each part. at is an instant of a notification in seconds, lines the names of the
        bus's lines in the recording, as {"MOSI": "D1"}."""
        self._expect("compare", expect, captures, at, [f"--line={bus}={line}" for bus, line in (lines or {}).items()])

    def wait(self, expect, capture, timeout=10, at=None):
        """Pass as soon as a recording that grows shows what is expected, within timeout seconds."""
        self._expect("wait", expect, [capture], at, [f"--timeout={timeout}s"], timeout)

    def photo(self, expect, image, corners=None, at=None):
        """Pass if a photograph, JPEG or PNG, shows what is expected. corners are the middles of the
        four corner LEDs, clockwise from the top left, as ((10, 10), (200, 12), (198, 60), (11, 58));
        without them the photograph shows the four marks of docs/hil.md."""
        flags = [f"--image={os.fspath(image)}"]
        if corners:
            flags.append("--corners=" + ";".join(f"{x},{y}" for x, y in corners))
        self._expect("compare", expect, [], at, flags)

    def capture(self, out, device, channels, seconds=3, rate=None):
        """Record real wires with a logic analyser, by sigrok-cli, into the file out. channels are
        the analyser's names and the bus's, as {"D0": "CLK", "D1": "MOSI", "D2": "CS"}."""
        args = [f"--device={device}", "--channels=" + ",".join(f"{c}={line}" for c, line in channels.items()),
                f"--time={seconds}s", f"--out={os.fspath(out)}"]
        if rate:
            args.append(f"--rate={rate}")
        code, said = self._run(["hil", "capture", *args], b"", seconds)
        if code:
            raise CannotCompare(said)

    def _expect(self, verb, expect, captures, at, flags, seconds=0):
        """Run a comparison, and raise what it says."""
        args = ["hil", verb, "--expect=-", f"--brightness={self.brightness}", *flags]
        for flag, value in (("config", self.config), ("panel", self.panel), ("artifacts", self.artifacts)):
            if value is not None:
                args.append(f"--{flag}={os.fspath(value)}")
        if at is not None:
            args.append(f"--at={at}s")
        before = self._kept()
        code, said = self._run([*args, "--", *map(os.fspath, captures)], expected(expect), seconds)
        if code == 1:
            raise Differs(said, sorted(path for path, when in self._kept().items() if before.get(path) != when))
        if code:
            raise CannotCompare(said)

    def _kept(self):
        """The files in the folder for artifacts, and when they were written."""
        if self.artifacts is None or not Path(self.artifacts).is_dir():
            return {}
        return {str(path.resolve()): path.stat().st_mtime_ns for path in Path(self.artifacts).iterdir()}

    def _run(self, args, text, seconds):
        """Run the program, and return its exit code and what it says."""
        try:
            done = subprocess.run([self.command, *args], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=300 + 2 * seconds, check=False)
        except OSError as fault:
            raise CannotCompare(f"{self.command} cannot be run: {fault}") from fault
        except subprocess.TimeoutExpired as fault:
            raise CannotCompare(f"{self.command} has not ended after {fault.timeout:.0f} s") from fault
        said = done.stdout.decode(errors="replace").strip()
        return done.returncode, said.removeprefix("ledpost: ")


def expected(expect):
    """The bytes of what is expected: a dict is a notification, text a path or JSON, bytes are
    those of a file; anything else has a method save of Pillow's images."""
    if isinstance(expect, (bytes, bytearray)):
        return bytes(expect)
    if isinstance(expect, dict):
        return json.dumps(expect).encode()
    if isinstance(expect, str) and expect.lstrip().startswith("{"):
        return expect.encode()
    if isinstance(expect, (str, os.PathLike)):
        return Path(expect).read_bytes()
    out = io.BytesIO()
    expect.save(out, format="PNG")
    return out.getvalue()
