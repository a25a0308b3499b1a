"""The client without async."""
# Generated from the file of this name in _async: see generate.py.
