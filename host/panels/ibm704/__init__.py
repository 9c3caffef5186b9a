"""The front of the IBM 704: the operator's console, its card machines, printer and tube, and what hands do there."""

from host.panels.ibm704.desk import Desk704, desk

__all__ = ["Desk704", "desk"]
