"""Tests of programs for the machines, with pytest: what docs/testing.md describes.

`plugin.py` is what pytest loads, everywhere where Ironboard is installed: it imports nothing before a test asks for a
machine. `rig.py` is what tests work with; the models of `host.registry` know how a subroutine is called.
"""
