"""Tests of programs for the machines, with pytest, as docs/testing.md describes them.

pytest loads `plugin.py` wherever Ironboard is installed: it imports nothing before a test asks for a
machine. tests work with `rig.py`; the models of `host.registry` know how a subroutine is called.
"""
