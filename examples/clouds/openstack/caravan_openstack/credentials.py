"""Credentials as Caravan's server keeps them: a folder per name, readable by its owner only."""
import secrets

from .layout import Cloud

_PRICES = {"m1.tiny": "3.20", "m1.small": "6.40", "m1.medium": "12.80"}


def password(cloud: Cloud) -> str:
    file = cloud.run / "password"
    if not file.exists():
        _write(file, secrets.token_urlsafe(12))
    return file.read_text()


def write(cloud: Cloud) -> None:
    """`openstack` may rent, `openstack-full` has a quota of no machine."""
    for name, user in (("openstack", "demo"), ("openstack-full", "full")):
        folder = cloud.credentials / name
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        _write(folder / "openstack", f"user={user}\nproject={user}\npassword={password(cloud)}\n")
        _write(folder / "prices", "".join(f"{offer}={price}\n" for offer, price in _PRICES.items()))


def _write(file, text: str) -> None:
    file.touch(mode=0o600)
    file.write_text(text)
