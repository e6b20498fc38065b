# SPDX-License-Identifier: Apache-2.0
"""The driver in labgrid, and the module without it."""

import subprocess
import sys

import pytest

import ledpost_hil.labgrid as module
from ledpost_hil import CannotCompare


def test_without_labgrid():
    hidden = "import sys; sys.modules['labgrid'] = None\n" \
        "import ledpost_hil.labgrid as m\ntry: m.LedpostDisplayDriver()\nexcept ImportError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "LedpostDisplayDriver needs labgrid"


def test_in_an_environment(tmp_path, request):
    labgrid = pytest.importorskip("labgrid")
    file = tmp_path / "env.yaml"
    file.write_text(f"""
targets:
  main:
    drivers:
      LedpostDisplayDriver:
        panel: max7219
        command: {request.config.getoption("--ledpost")}
imports:
  - ledpost_hil.labgrid
""")
    target = labgrid.Environment(str(file)).get_target("main")
    driver = target.get_driver(module.LedpostDisplayDriver)
    capture = tmp_path / "capture.vcd"
    capture.write_text("$var wire 1 ! CLK $end $enddefinitions $end #0 0!")
    with pytest.raises(CannotCompare, match="no line"):
        driver.compare({"model": {"frames": [{"text": "F"}]}}, capture)
    target.deactivate(driver)
    with pytest.raises(Exception, match="not activated|has not been activated|not active"):
        driver.compare({}, capture)
