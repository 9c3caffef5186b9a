"""Machines as the command line describes them: built, shown in a view, or run without one."""
