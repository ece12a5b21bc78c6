"""Tests of the package merx, a file for each of its modules and classes."""
