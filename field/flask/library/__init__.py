"""A library of books, as a Flask application with blueprints."""

import os

from flask import Flask, send_from_directory

from . import authors, books, database, errors


def create_app(path):
    app = Flask(__name__)
    app.config["DATABASE"] = path
    app.json.sort_keys = False
    app.teardown_appcontext(database.close)
    app.register_blueprint(authors.blueprint)
    app.register_blueprint(books.blueprint)
    errors.register(app)

    @app.get("/openapi.yaml")
    def document():
        return send_from_directory(
            os.path.dirname(__file__), "openapi.yaml", mimetype="application/yaml"
        )

    return app
