"""Tests of chess endings."""
