"""The configuration files of the services: everything on the cloud's loopback address, each service in one process."""
import shutil

from .database import url
from .layout import Cloud

SERVICE_PASSWORD = "secret"  # of accounts that exist on loopback only, for as long as the cloud does


def write(cloud: Cloud) -> None:
    texts = {"keystone/keystone.conf": _keystone, "placement/placement.conf": _placement, "glance/glance-api.conf": _glance,
             "neutron/neutron.conf": _neutron, "nova/nova.conf": _nova}
    for name, text in texts.items():
        file = cloud.run / "etc" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text(cloud))
    for name in ("nova/api-paste.ini", "neutron/api-paste.ini", "glance/glance-api-paste.ini"):
        shutil.copy(cloud.venv / "etc" / name, cloud.run / "etc" / name)


def _account(cloud: Cloud) -> str:
    return f"""www_authenticate_uri = {cloud.url("keystone")}/v3
auth_url = {cloud.url("keystone")}/v3
auth_type = password
project_domain_id = default
user_domain_id = default
project_name = service
username = svc
password = {SERVICE_PASSWORD}
"""


def _keystone(cloud: Cloud) -> str:
    return f"""[DEFAULT]
log_file = {cloud.log("keystone")}
[database]
connection = {url(cloud, "keystone")}
[token]
provider = fernet
[fernet_tokens]
key_repository = {cloud.run}/keys/fernet
[credential]
key_repository = {cloud.run}/keys/credential
[identity]
password_hash_algorithm = bcrypt
password_hash_rounds = 4
"""


def _placement(cloud: Cloud) -> str:
    return f"""[DEFAULT]
log_file = {cloud.log("placement")}
[api]
auth_strategy = keystone
[placement_database]
connection = {url(cloud, "placement")}
[keystone_authtoken]
{_account(cloud)}"""


def _glance(cloud: Cloud) -> str:
    return f"""[DEFAULT]
log_file = {cloud.log("glance")}
enabled_backends = fs:file
bind_host = {cloud.loopback}
use_keystone_limits = false
[database]
connection = {url(cloud, "glance")}
[glance_store]
default_backend = fs
[fs]
filesystem_store_datadir = {cloud.anchor}/images
[paste_deploy]
flavor = keystone
[keystone_authtoken]
{_account(cloud)}"""


def _neutron(cloud: Cloud) -> str:
    """Limits of addresses per port are OpenStack's defaults on purpose: clouds have them."""
    return f"""[DEFAULT]
log_file = {cloud.log("neutron")}
core_plugin = ml2
service_plugins = router
transport_url = fake://
auth_strategy = keystone
notify_nova_on_port_status_changes = false
notify_nova_on_port_data_changes = false
api_paste_config = {cloud.configuration("neutron")}/api-paste.ini
state_path = {cloud.run}/state
rpc_workers = 0
[oslo_concurrency]
lock_path = {cloud.run}/lock
[database]
connection = {url(cloud, "neutron")}
[keystone_authtoken]
{_account(cloud)}
[nova]
{_account(cloud)}
[ml2]
type_drivers = local,flat
tenant_network_types = local
mechanism_drivers = openvswitch
extension_drivers = port_security
[ml2_type_flat]
flat_networks = *
[securitygroup]
firewall_driver = noop
"""


def _nova(cloud: Cloud) -> str:
    return f"""[DEFAULT]
compute_driver = containerdriver.ContainerDriver
host = compute1
transport_url = fake://
my_ip = {cloud.loopback}
state_path = {cloud.run}/state
instances_path = {cloud.run}/state/instances
reserved_host_memory_mb = 0
vif_plugging_is_fatal = false
vif_plugging_timeout = 0
concurrency_backend = threading
osapi_compute_workers = 1
[api]
auth_strategy = keystone
[api_database]
connection = {url(cloud, "nova_api")}
[database]
connection = {url(cloud, "nova")}
[keystone_authtoken]
{_account(cloud)}
[service_user]
send_service_user_token = true
{_account(cloud)}
[placement]
{_account(cloud)}
[glance]
endpoint_override = {cloud.url("glance")}
[neutron]
{_account(cloud)}
[cinder]
{_account(cloud)}
[vnc]
enabled = false
[oslo_concurrency]
lock_path = {cloud.run}/lock
[conductor]
workers = 1
[scheduler]
workers = 1
discover_hosts_in_cells_interval = -1
[compute]
resource_provider_association_refresh = 0
"""
