# SPDX-License-Identifier: Apache-2.0
"""A driver for labgrid, LedpostDisplayDriver. In the environment's file::

    targets:
      main:
        drivers:
          LedpostDisplayDriver:
            config: config.toml
            artifacts: artifacts
    imports:
      - ledpost_hil.labgrid

Without labgrid the module can be imported, and the driver says what it lacks.
"""

from .display import Display

try:
    import attr
    from labgrid.driver import Driver
    from labgrid.factory import target_factory
    from labgrid.step import step
except ImportError as fault:
    _missing = fault

    def LedpostDisplayDriver(*_args, **_keys):
        """Say that labgrid is missing."""
        raise ImportError("LedpostDisplayDriver needs labgrid") from _missing

else:

    @target_factory.reg_driver
    @attr.s(eq=False)
    class LedpostDisplayDriver(Driver):
        """Tests what the LEDs of the target's display show, see ledpost_hil.Display."""

        bindings = {}
        config = attr.ib(default=None)
        panel = attr.ib(default=None)
        brightness = attr.ib(default=100, validator=attr.validators.instance_of(int))
        artifacts = attr.ib(default=None)
        command = attr.ib(default="ledpost", validator=attr.validators.instance_of(str))

        def on_activate(self):
            self._display = Display(self.config, self.panel, self.brightness, self.artifacts, self.command)

        def on_deactivate(self):
            self._display = None

        @Driver.check_active
        @step(args=["captures"])
        def compare(self, expect, *captures, **keys):
            """See Display.compare."""
            self._display.compare(expect, *captures, **keys)

        @Driver.check_active
        @step(args=["capture"])
        def wait(self, expect, capture, **keys):
            """See Display.wait."""
            self._display.wait(expect, capture, **keys)

        @Driver.check_active
        @step(args=["image"])
        def photo(self, expect, image, **keys):
            """See Display.photo."""
            self._display.photo(expect, image, **keys)

        @Driver.check_active
        @step(args=["out", "device"])
        def capture(self, out, device, channels, **keys):
            """See Display.capture."""
            self._display.capture(out, device, channels, **keys)
