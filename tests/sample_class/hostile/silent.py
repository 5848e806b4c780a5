#!/usr/bin/env python3
"""Writes nothing."""
