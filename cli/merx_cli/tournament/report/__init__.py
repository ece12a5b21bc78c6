"""The report of a tournament: one page of HTML that needs nothing but itself."""
