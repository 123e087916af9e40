"""`python -m bolshak.bench.match` is the command `bolshak match`."""

import sys

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
