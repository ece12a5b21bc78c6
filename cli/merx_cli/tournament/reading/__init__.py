"""Reading run directories: what the games of a tournament have left, as arrays.

The report and the export start from `read_run`. Nothing here plays or writes.
"""
