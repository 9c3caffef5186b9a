"""The machines, a file each: what others have to know of it. `host.registry` finds them."""
