"""Programs that drive the engine as a user would: bench, perft, matches, training."""
