# SPDX-License-Identifier: Apache-2.0
"""Test what the LEDs of a display show, by its wires or a photograph.

Everything is done by the program ledpost, which must be on the PATH or named::

    display = Display(config="config.toml")
    display.compare("hello.json", "capture.vcd")

The display may have any firmware: what is expected is a PNG in the panel's size, or a notification
in the form of LaMetric's API.
"""

from .display import CannotCompare, Differs, Display
from .device import Device

__all__ = ["CannotCompare", "Device", "Differs", "Display"]
