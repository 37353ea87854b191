"""Serves the library on a free port, over a database of its own, until it is told to end."""

import os
import signal
import sys
import tempfile

from werkzeug.serving import WSGIRequestHandler, make_server

sys.dont_write_bytecode = True

from library import create_app  # noqa: E402
from library.database import initialise  # noqa: E402


class Quiet(WSGIRequestHandler):
    """Keeps no access log."""

    def log_request(self, *_args):
        pass


def end(*_args):
    raise SystemExit


def main():
    signal.signal(signal.SIGTERM, end)
    with tempfile.TemporaryDirectory(prefix="library-") as folder:
        app = create_app(os.path.join(folder, "library.sqlite"))
        with app.app_context():
            initialise()
        server = make_server(
            "127.0.0.1", int(os.environ.get("PORT", 0)), app, threaded=True, request_handler=Quiet
        )
        print(f"http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()


main()
