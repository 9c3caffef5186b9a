"""The machines, one file each, as `host.registry` finds them."""
