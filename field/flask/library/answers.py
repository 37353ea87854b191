"""Answers: one thing with its entity tag, and pages with links."""

from flask import abort, jsonify, request, url_for

from .database import connection


def shown(row, status=200, **headers):
    """A thing, with a strong entity tag of its content; 304 to who has it already."""
    response = jsonify(dict(row))
    response.status_code = status
    response.headers.extend(headers)
    response.add_etag()
    return response.make_conditional(request) if request.method in ("GET", "HEAD") else response


def refuse_outdated(row):
    """A write that is meant for another version of the thing is refused."""
    response = jsonify(dict(row))
    response.add_etag()
    tag, _ = response.get_etag()
    if request.if_match and not request.if_match.contains(tag):
        abort(412)


def whole_number(name, default):
    """A value of the query, or the default where it is none."""
    return request.args.get(name, default, type=int)


def page_of(table, endpoint):
    """A page in the order of the ids. As with Flask-SQLAlchemy, there is no page beyond the last, but for an empty first one."""
    page = whole_number("page", 1)
    per_page = min(whole_number("per_page", 10), 50)
    if page < 1 or per_page < 1:
        abort(404)
    (total,) = connection().execute(f"SELECT count(*) FROM {table}").fetchone()
    last = max(1, -(-total // per_page))
    if page > last:
        abort(404)
    rows = connection().execute(
        f"SELECT * FROM {table} ORDER BY id LIMIT ? OFFSET ?", (per_page, (page - 1) * per_page)
    )
    response = jsonify([dict(row) for row in rows])
    response.headers["X-Total-Count"] = total
    pages = {"first": 1, "prev": page - 1, "next": page + 1, "last": last}
    response.headers["Link"] = ", ".join(
        f'<{url_for(endpoint, page=number, per_page=per_page, _external=True)}>; rel="{rel}"'
        for rel, number in pages.items()
        if 1 <= number <= last
    )
    response.add_etag()
    return response.make_conditional(request)
