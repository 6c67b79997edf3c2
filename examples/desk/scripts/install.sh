# The program and its settings, as packages and archives would bring them.
set -eu
echo "installing for the ${1:-till}"
mkdir -p /opt/till /var/lib/till
echo installed >>/var/lib/till/installs
cat >/opt/till/till.py <<'END'
"""Answers with what the ledger answered, and with what its scripts left on this machine."""
import http.server
import json
import os
import socketserver
import urllib.request


class Till(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        answer = {"healthy": True}
        if self.path != "/health":
            with urllib.request.urlopen("http://ledger:8081/", timeout=5) as ledger:
                answer = {"instance": os.environ["CARAVAN_INSTANCE"], "site": os.environ["CARAVAN_SITE"],
                          "greeting": os.environ["GREETING"],
                          "installs": len(open("/var/lib/till/installs").readlines()), "key": len(open("/run/secrets/till-key").read()),
                          "asked-by": self.client_address[0], "ledger": json.load(ledger)}
        body = json.dumps(answer).encode() + b"\n"
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


print("the till is open", flush=True)
Server(("", 8080), Till).serve_forever()
END
