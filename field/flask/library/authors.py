"""Those who write."""

import sqlite3

from flask import Blueprint, abort, url_for

from .answers import page_of, refuse_outdated, shown
from .checks import integer, nullable, read, text
from .database import connection, now

blueprint = Blueprint("authors", __name__, url_prefix="/authors")

members = {"name": text(100), "born": nullable(integer(-3000, 2100))}


def found(author_id):
    row = connection().execute("SELECT * FROM authors WHERE id = ?", (author_id,)).fetchone()
    return row or abort(404)


@blueprint.get("")
def index():
    return page_of("authors", "authors.index")


@blueprint.post("")
def create():
    values = read(members, ["name"])
    cursor = connection().execute(
        "INSERT INTO authors (name, born, updated_at) VALUES (:name, :born, :now)", {**values, "now": now()}
    )
    connection().commit()
    return shown(found(cursor.lastrowid), 201, Location=url_for("authors.show", author_id=cursor.lastrowid))


@blueprint.get("/<int:author_id>")
def show(author_id):
    return shown(found(author_id))


@blueprint.put("/<int:author_id>")
def replace(author_id):
    return update(author_id, read(members, ["name"]))


@blueprint.patch("/<int:author_id>")
def change(author_id):
    return update(author_id, read(members, ["name"], is_part=True))


@blueprint.delete("/<int:author_id>")
def remove(author_id):
    refuse_outdated(found(author_id))
    try:
        connection().execute("DELETE FROM authors WHERE id = ?", (author_id,))
        connection().commit()
    except sqlite3.IntegrityError:
        abort(409, "The author has books.")
    return "", 204


def update(author_id, values):
    row = found(author_id)
    refuse_outdated(row)
    connection().execute(
        "UPDATE authors SET name = :name, born = :born, updated_at = :now WHERE id = :id",
        {**dict(row), **values, "now": now()},
    )
    connection().commit()
    return shown(found(author_id))
