"""The machines: processors and boards, without windows, files or clocks (never imports `host`)."""
