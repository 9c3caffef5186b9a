"""Profiles: where the time of a program goes, which of its lines were executed, and how often."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from host.debugger.profile import coverage as covering
from host.debugger.profile import listing, report
from host.debugger.profile.profile import Measurement
from host.debugger.session import Session

__all__ = ["Profile", "known_profile", "profile_of"]


class Profile(Measurement):
    """The profile of a machine, with its reports."""

    text = report.text
    _repr_html_ = report.html  # in a notebook
    call_tree = report.call_tree
    neighbours = report.neighbours
    write = report.write
    heat = listing.heat
    coverage = covering.coverage
    coverage_text = covering.coverage_text
    write_coverage = covering.write_coverage


_PROFILES: WeakKeyDictionary[Session, Profile] = WeakKeyDictionary()


def known_profile(session: Session) -> Profile | None:
    """Return the profile of a session, None if there is none yet."""
    return _PROFILES.get(session)


def profile_of(session: Session) -> Profile:
    """Return the profile of a session, created on first use."""
    if session not in _PROFILES:
        _PROFILES[session] = Profile(session.machine, session.sources)
    return _PROFILES[session]
