"""The panes of the full-screen view, a file each."""
