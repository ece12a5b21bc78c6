"""Trying a bot: `trials` plays, `report` tells."""
