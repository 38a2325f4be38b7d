"""Plays the studies of `kickdoor` on a Ray cluster."""
