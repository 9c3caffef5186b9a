"""Ironboard as a workbench in a browser: the worker that runs it there, its pages, and the folder that they make."""
