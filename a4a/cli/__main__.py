"""``python -m a4a.cli``."""

import sys

from a4a.cli import main

if __name__ == "__main__":
    sys.exit(main())
