"""`python -m bolshak` is the command `bolshak`."""

from bolshak.protocol.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
