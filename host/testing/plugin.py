"""The plugin by the name under which installations before version 0.2 know it."""

import sys

from ironboard import pytest_plugin

sys.modules[__name__] = pytest_plugin
