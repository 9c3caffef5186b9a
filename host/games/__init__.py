"""Drivers of the game programs: what is on their boards, and which moves the rules allow."""
