"""The compiled rule sets, one extension module each, imported when a game of theirs is played."""
