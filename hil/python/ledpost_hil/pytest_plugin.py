# SPDX-License-Identifier: Apache-2.0
"""Fixtures for pytest: ledpost_display makes displays, ledpost_device devices without hardware."""

import re
from pathlib import Path

import pytest

from .device import Device
from .display import Differs, Display


def pytest_addoption(parser):
    group = parser.getgroup("ledpost")
    group.addoption("--ledpost", default="ledpost", metavar="PROGRAM", help="program ledpost")
    group.addoption("--ledpost-artifacts", metavar="DIR", help="keep of each failure the recording and pictures below DIR")


@pytest.fixture
def ledpost_artifacts(request, tmp_path):
    """The folder for what a failure of this test saw: below --ledpost-artifacts, else of the test."""
    below = request.config.getoption("--ledpost-artifacts")
    if not below:
        return tmp_path / "artifacts"
    return Path(below) / re.sub(r"[^A-Za-z0-9_.-]+", "_", request.node.nodeid)


@pytest.fixture
def ledpost_display(request, ledpost_artifacts):
    """A function that makes a Display: ledpost_display(config="config.toml")."""

    def make(**keys):
        return Display(**{"artifacts": ledpost_artifacts, "command": request.config.getoption("--ledpost"), **keys})

    return make


@pytest.fixture
def ledpost_device(request, tmp_path_factory, ledpost_artifacts):
    """A function that starts a Device, which ends with the test: ledpost_device('driver = "max7219"')."""
    devices = []

    def start(panel):
        device = Device(panel, tmp_path_factory.mktemp("ledpost"), request.config.getoption("--ledpost"), ledpost_artifacts)
        devices.append(device.__enter__())
        return device

    yield start
    for device in devices:
        device.__exit__()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Name what was kept of a failure, in the report and in JUnit's XML."""
    outcome = yield
    fault = call.excinfo.value if call.excinfo else None
    if isinstance(fault, Differs) and fault.files:
        outcome.get_result().sections.append(("ledpost", "\n".join(f"[[ATTACHMENT|{path}]]" for path in fault.files)))
        item.user_properties.extend(("attachment", path) for path in fault.files)
