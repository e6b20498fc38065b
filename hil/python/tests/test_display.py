# SPDX-License-Identifier: Apache-2.0
"""Displays and devices against the program itself."""

import struct
import sys
import zlib

import pytest

from ledpost_hil import CannotCompare, Device, Differs

PANEL = 'driver = "max7219"\nmodules = 1'
LETTER = {"model": {"cycles": 0, "frames": [{"text": "F"}]}}
OTHER = {"model": {"cycles": 0, "frames": [{"text": "E"}]}}


def png(rows):
    """A gray PNG of rows of text, # for a lit LED."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    raw = b"".join(b"\0" + bytes(255 * (c == "#") for c in row) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


class Picture:
    """What Pillow's images have of use here."""

    def __init__(self, data):
        self.data = data

    def save(self, out, format):
        assert format == "PNG"
        out.write(self.data)


F = png(["........", "..####..", "..#.....", "..###...", "..#.....", "..#.....", "..#.....", "........"])


def test_device_shows(ledpost_device):
    device = ledpost_device(PANEL)
    assert device.notify(LETTER)
    device.shows(LETTER)
    with pytest.raises(Differs, match=r"pixel \(\d, \d\) shows #") as fault:
        device.shows(OTHER, timeout=0.2)
    names = [path.rsplit("/", 1)[1] for path in fault.value.files]
    assert names == ["difference.png", "expected.png", "recording-1.vcd", "shown.png"]


def test_every_form_of_what_is_expected(ledpost_device, tmp_path):
    device = ledpost_device(PANEL)
    device.notify(LETTER)
    device.shows(LETTER)
    shown = tmp_path / "shown.png"
    with pytest.raises(Differs):
        device.shows(OTHER, timeout=0.2)
    shown.write_bytes((device.display.artifacts / "shown.png").read_bytes())
    text = '{"model":{"frames":[{"text":"F"}]}}'
    (tmp_path / "f.json").write_text(text)
    for expect in (text, tmp_path / "f.json", str(shown), shown.read_bytes(), Picture(shown.read_bytes())):
        device.display.compare(expect, device.wires)


@pytest.mark.parametrize("why, keys, expect, says", [
    ("no panel", {}, LETTER, "name the panel"),
    ("no such driver", {"panel": "tube"}, LETTER, "tube"),
    ("another size", {"panel": "max7219"}, F, "the picture has 8×8 pixels"),
    ("no such program", {"panel": "max7219", "command": "/no/such/program"}, LETTER, "cannot be run"),
])
def test_what_cannot_be_compared(ledpost_display, tmp_path, why, keys, expect, says):
    capture = tmp_path / "capture.vcd"
    capture.write_text("$var wire 1 ! CLK $end $enddefinitions $end #0 0!")
    with pytest.raises(CannotCompare, match=says):
        ledpost_display(**keys).compare(expect, capture)


def test_arguments_are_no_flags(ledpost_display):
    with pytest.raises(CannotCompare, match="no such file"):
        ledpost_display(panel="max7219").compare(LETTER, "--help")


def test_capture_says_why(ledpost_display, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CannotCompare, match="sigrok-cli"):
        ledpost_display().capture(tmp_path / "a.vcd", "demo", {"D0": "CLK"}, seconds=1)


def test_failure_names_its_files(pytester, request):
    pytester.makepyfile("""
        def test_letter(ledpost_device):
            device = ledpost_device('driver = "max7219"\\nmodules = 1')
            device.notify({"model": {"cycles": 0, "frames": [{"text": "F"}]}})
            device.shows({"model": {"frames": [{"text": "E"}]}}, timeout=1)
    """)
    result = pytester.runpytest("-p", "ledpost_hil.pytest_plugin", "--ledpost", request.config.getoption("--ledpost"),
                                "--ledpost-artifacts", "kept", "--junit-xml", "report.xml")
    result.assert_outcomes(failed=1)
    kept, = (pytester.path / "kept").iterdir()
    for name in ("difference.png", "expected.png", "recording-1.vcd", "shown.png"):
        assert (kept / name).stat().st_size > 0
        result.stdout.fnmatch_lines(f"*ATTACHMENT|{kept / name}*")
        assert f'name="attachment" value="{kept / name}"' in (pytester.path / "report.xml").read_text()


@pytest.mark.parametrize("why, key", [
    ("no key", "exit 1"),
    ("a key that is refused", "echo x; exit"),
    ("a key that hangs", "exec sleep 60"),
])
def test_device_that_cannot_be_used_ends(tmp_path, why, key):
    server = tmp_path / "server.py"
    server.write_text("""
import http.server, sys, re
port = int(re.search(r'127.0.0.1:(\\d+)', open(sys.argv[1].split('=', 1)[1]).read())[1])
http.server.HTTPServer(("127.0.0.1", port), http.server.BaseHTTPRequestHandler).serve_forever()
""")
    program = tmp_path / "ledpost"
    program.write_text(f'#!/bin/sh\nif [ "$1" = key ]; then {key}; fi\nshift\nexec {sys.executable} {server} "$@"\n')
    program.chmod(0o755)
    (tmp_path / "data").mkdir()
    device = Device(PANEL, tmp_path / "data", command=str(program))
    with pytest.raises(CannotCompare, match="cannot be used|does not start"):
        device.__enter__(patience=3)
    assert device._process.poll() is not None, "the process goes on"
