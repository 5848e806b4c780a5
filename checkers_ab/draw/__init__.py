"""Pictures as data, and drawn as text and SVG."""
