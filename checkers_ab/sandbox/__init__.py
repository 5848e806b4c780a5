"""Running a program that is not trusted: boxes, limits, supervision, workspaces, reading archives."""
