"""Profiles: where the time of a program goes, which of its lines were executed, and how often."""

from host.debugger.profile.profile import Profile

__all__ = ["Profile"]
