"""Machines as the command line describes them: put together, shown in a face, or run without one."""
