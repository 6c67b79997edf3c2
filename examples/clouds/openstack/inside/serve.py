"""One WSGI service of OpenStack: serve.py NAME MODULE ADDRESS PORT. Its modules parse sys.argv, so ours are taken away first."""
import importlib
import sys

name, module, address, port = sys.argv[1:5]
sys.argv[1:] = []

from faults import Faulty  # noqa: E402

application = importlib.import_module(module).application
if name == "neutron":
    from edge import Edge  # noqa: E402

    application = Edge(application)

from waitress import serve  # noqa: E402

serve(Faulty(name, application), host=address, port=int(port), threads=8, ident=None)
