"""The KIM-1's panel, and the user's actions on it."""
