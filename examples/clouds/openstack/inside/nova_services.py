"""All of Nova (API, conductor, scheduler, compute) in one process over oslo.messaging's in-process transport:
nova_services.py ADDRESS PORT."""
import sys

from nova import monkey_patch

monkey_patch.patch(backend="threading")
address, port = sys.argv[1:3]
sys.argv[1:] = []

from nova.api.openstack import wsgi_app  # noqa: E402

application = wsgi_app.init_application("osapi_compute", "nova-api-os-compute")

import nova.virt  # noqa: E402
import os_vif  # noqa: E402
from nova import service  # noqa: E402
from nova.compute import rpcapi as compute  # noqa: E402
from nova.conductor import rpcapi as conductor  # noqa: E402
from nova.scheduler import rpcapi as scheduler  # noqa: E402
from waitress import serve  # noqa: E402

from faults import Faulty  # noqa: E402

nova.virt.__path__.append(sys.path[0])  # a driver's module must be in that package
os_vif.initialize()
kept = []
for binary, topic, more in (("nova-conductor", conductor.RPC_TOPIC, {}),
                            ("nova-compute", compute.RPC_TOPIC, {"topic_alt": compute.RPC_TOPIC_ALT}),
                            ("nova-scheduler", scheduler.RPC_TOPIC, {})):
    kept.append(service.Service.create(binary=binary, topic=topic, **more))
    kept[-1].start()
serve(Faulty("nova", application), host=address, port=int(port), threads=8, ident=None)
