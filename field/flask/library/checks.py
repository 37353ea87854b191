"""Reads what a client sent, member by member."""

import re
from datetime import date

from flask import request

from .errors import Invalid


def text(most):
    def check(value):
        if not isinstance(value, str) or not 1 <= len(value) <= most:
            return f"must be a text of 1 to {most} characters"

    return check


def integer(least, most):
    def check(value):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            return f"must be an integer from {least} to {most}"

    return check


def isbn(value):
    if not isinstance(value, str) or not re.fullmatch("[0-9]{13}", value):
        return "must be 13 digits"


def day(value):
    try:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            date.fromisoformat(value)
            return None
    except ValueError:
        pass
    return "must be a date"


def nullable(check):
    return lambda value: None if value is None else check(value)


def read(members, required, is_part=False):
    """The members of the content. A whole has all that is required, and None for what was left out."""
    body = request.get_json()
    if not isinstance(body, dict):
        raise Invalid({"": "must be an object"})
    errors = {name: "is unknown" for name in body if name not in members}
    for name, check in members.items():
        if name in body:
            complaint = check(body[name])
            if complaint is not None:
                errors[name] = complaint
        elif name in required and not is_part:
            errors[name] = "is required"
    if errors:
        raise Invalid(errors)
    return body if is_part else {name: body.get(name) for name in members}
