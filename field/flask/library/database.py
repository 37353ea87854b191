"""The database, as the Flask tutorial opens it: one connection a request."""

import os
import sqlite3
from datetime import datetime, timezone

from flask import current_app, g


def connection():
    if "connection" not in g:
        g.connection = sqlite3.connect(current_app.config["DATABASE"], timeout=30)
        g.connection.row_factory = sqlite3.Row
        g.connection.execute("PRAGMA foreign_keys = ON")
        g.connection.execute("PRAGMA synchronous = OFF")
    return g.connection


def close(_error=None):
    opened = g.pop("connection", None)
    if opened is not None:
        opened.close()


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")


def initialise():
    """Creates the tables, and fills them with the same rows each time."""
    with open(os.path.join(os.path.dirname(__file__), "schema.sql"), encoding="utf-8") as file:
        connection().executescript(file.read())
    names = ["Ana Alder", "Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm", "Fay Fir", "Gus Gum", "Hal Hazel"]
    for i, name in enumerate(names):
        connection().execute(
            "INSERT INTO authors (name, born, updated_at) VALUES (?, ?, ?)", (name, 1900 + 7 * i, now())
        )
    for n in range(1, 61):
        connection().execute(
            "INSERT INTO books (title, isbn, pages, published, author_id, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
            (
                f"Trees, volume {n}",
                f"978000000{n:04d}",
                100 + n,
                f"{1950 + n}-03-01" if n % 3 else None,
                (n - 1) % len(names) + 1,
                now(),
            ),
        )
    connection().commit()
