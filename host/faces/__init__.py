"""What a machine shows and takes, described once; the window, the terminal and the page in a browser draw it."""
