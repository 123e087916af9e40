"""`python -m bolshak.protocol`, and the entry point of the command `bolshak`."""

from bolshak.protocol.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    raise SystemExit(main())
