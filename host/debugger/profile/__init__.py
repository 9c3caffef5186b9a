"""Profiles: where the time of a program goes, which of its lines were executed, and how often."""

from host.debugger.profile.profile import Profile, profile_of

__all__ = ["Profile", "profile_of"]
