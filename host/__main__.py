"""`python -m host` is the `ironboard` command."""

import sys

from host.cli import main

sys.exit(main())
