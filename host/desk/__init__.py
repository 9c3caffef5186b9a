"""What is on the desk, whichever way it is shown: set-up, keys, fingers, pace, files, the terminal's screen."""
