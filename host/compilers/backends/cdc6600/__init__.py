"""The CDC 6600, as the middle of compilers sees it."""
