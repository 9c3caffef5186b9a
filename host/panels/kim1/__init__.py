"""The KIM-1's front panel, and what a user does there."""
