"""The client with async and await."""
