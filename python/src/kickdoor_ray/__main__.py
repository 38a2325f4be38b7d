"""`python -m kickdoor_ray`."""

import sys

from kickdoor_ray.cli import main

sys.exit(main())
