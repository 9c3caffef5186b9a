"""The operator's console of the CDC 6600: two round tubes, a keyboard, and the boards of its games."""
