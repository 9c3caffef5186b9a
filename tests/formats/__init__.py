"""Tests of host/formats."""
