"""A private MariaDB on a unix socket. SQLite would do for one request at a time only: parallel boots lock it."""
from .layout import Cloud
from .processes import PATIENCE_S, Processes, run, succeeds, until
from .errors import CloudError

_NAMES = ("keystone", "glance", "placement", "nova", "nova_api", "nova_cell0", "neutron")


def url(cloud: Cloud, name: str) -> str:
    return f"mysql+pymysql://root@localhost/{name}?unix_socket={cloud.socket}&charset=utf8mb3"


def install(cloud: Cloud) -> None:
    if not (cloud.run / "mysql").exists():
        run(["mariadb-install-db", "--no-defaults", f"--datadir={cloud.run}/mysql", "--user=root", "--skip-test-db",
             "--auth-root-authentication-method=normal"], log=cloud.log("mariadb"))


def start(cloud: Cloud, processes: Processes) -> None:
    """Throw-away data: nothing is written through, nobody else can connect, so nobody needs a password."""
    processes.start("mariadb", [
        "/usr/sbin/mariadbd", "--no-defaults", f"--datadir={cloud.run}/mysql", f"--socket={cloud.socket}",
        f"--pid-file={cloud.run}/mysql.pid", "--skip-networking", "--user=root", "--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0",
        "--innodb-doublewrite=0", "--innodb-log-file-size=48M", "--innodb-buffer-pool-size=64M", "--performance-schema=off",
        "--max-connections=300", "--skip-grant-tables", "--skip-name-resolve"])
    query = ["mariadb", "--no-defaults", "-S", str(cloud.socket), "-e", "select 1"]
    if not until(lambda: succeeds(query) or not processes.runs("mariadb"), PATIENCE_S) or not succeeds(query):
        raise CloudError("The database (mariadb) does not answer.", f"read {cloud.log('mariadb')}.")


def create(cloud: Cloud) -> None:
    for name in _NAMES:
        run(["mariadb", "--no-defaults", "-S", cloud.socket, "-e", f"create database if not exists {name} character set utf8mb3"])
