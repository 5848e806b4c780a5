"""Running programs that are not trusted: boxes, limits, supervision, workspaces, unpacking archives."""
