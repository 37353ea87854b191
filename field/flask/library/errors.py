"""Errors as JSON, as Flask's documentation has it: "Generic Exception Handlers"."""

import json

from werkzeug.exceptions import HTTPException, UnprocessableEntity


class Invalid(UnprocessableEntity):
    """Content that was understood and means nothing valid."""

    description = "The content is not valid."

    def __init__(self, errors):
        super().__init__()
        self.errors = errors


def register(app):
    @app.errorhandler(HTTPException)
    def as_json(error):
        response = error.get_response()
        body = {"code": error.code, "name": error.name, "description": error.description}
        if isinstance(error, Invalid):
            body["errors"] = error.errors
        response.data = json.dumps(body)
        response.content_type = "application/json"
        return response
