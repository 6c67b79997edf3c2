"""The server's program, run by the Python environment that has moto: python server.py STATE"""
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "machines")]
sys.path.remove(str(HERE))
os.environ |= {"MOTO_ENABLE_AMI_VALIDATION": "1", "MOTO_ENABLE_KEYPAIR_VALIDATION": "1", "MOTO_EC2_ENABLE_INSTANCE_TYPE_VALIDATION": "1",
               "MOTO_AMIS_PATH": str(HERE.parent / "images.json"), "INITIAL_NO_AUTH_ACTION_COUNT": "0"}

from caravan_ec2 import accounts, actions  # noqa: E402 (moto reads its environment when it is imported)
from caravan_ec2.settings import Settings  # noqa: E402


def main() -> None:
    settings = Settings.load(Path(sys.argv[1]))
    assert settings is not None, "no settings"
    actions.install(settings)
    accounts.create(settings)
    from moto.server import main as serve
    serve(["-H", "127.0.0.1", "-p", str(settings.port)])


main()
