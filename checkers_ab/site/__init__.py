"""The site: a page on which the judge runs in the reader's browser, and what it is made of."""
