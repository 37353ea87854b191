"""What they wrote."""

import sqlite3

from flask import Blueprint, abort, url_for

from .answers import page_of, refuse_outdated, shown
from .checks import day, integer, isbn, nullable, read, text
from .database import connection, now
from .errors import Invalid

blueprint = Blueprint("books", __name__, url_prefix="/books")

members = {
    "title": text(200),
    "isbn": isbn,
    "pages": nullable(integer(1, 10000)),
    "published": nullable(day),
    "author_id": integer(1, 2**63 - 1),
}
required = ["title", "isbn", "author_id"]


def found(book_id):
    row = connection().execute("SELECT * FROM books WHERE id = ?", (book_id,)).fetchone()
    return row or abort(404)


@blueprint.get("")
def index():
    return page_of("books", "books.index")


@blueprint.post("")
def create():
    values = read(members, required)
    cursor = written(
        "INSERT INTO books (title, isbn, pages, published, author_id, updated_at)"
        " VALUES (:title, :isbn, :pages, :published, :author_id, :now)",
        values,
    )
    return shown(found(cursor.lastrowid), 201, Location=url_for("books.show", book_id=cursor.lastrowid))


@blueprint.get("/<int:book_id>")
def show(book_id):
    return shown(found(book_id))


@blueprint.put("/<int:book_id>")
def replace(book_id):
    return update(book_id, read(members, required))


@blueprint.patch("/<int:book_id>")
def change(book_id):
    return update(book_id, read(members, required, is_part=True))


@blueprint.delete("/<int:book_id>")
def remove(book_id):
    refuse_outdated(found(book_id))
    connection().execute("DELETE FROM books WHERE id = ?", (book_id,))
    connection().commit()
    return "", 204


def update(book_id, values):
    row = found(book_id)
    refuse_outdated(row)
    written(
        "UPDATE books SET title = :title, isbn = :isbn, pages = :pages, published = :published,"
        " author_id = :author_id, updated_at = :now WHERE id = :id",
        {**dict(row), **values},
    )
    return shown(found(book_id))


def written(statement, values):
    """Runs a statement; what the database does not allow is the client's to mend."""
    author_id = values["author_id"]
    if not connection().execute("SELECT 1 FROM authors WHERE id = ?", (author_id,)).fetchone():
        raise Invalid({"author_id": "must be the id of an author"})
    try:
        cursor = connection().execute(statement, {**values, "now": now()})
        connection().commit()
        return cursor
    except sqlite3.IntegrityError:
        abort(409, "Another book has this ISBN.")
