# Generated from _async/__init__.py by clients/generate.
