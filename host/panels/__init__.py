"""Machines as the command line describes them: built, shown in a face, or run without one."""
