"""Eclipse's own publishers and director, as the build of the update site left them, and a fresh Eclipse to install into."""

import shutil
import subprocess
import zipfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
TOOLS = FOLDER / "site/target/p2/plugins"
MODELLER = FOLDER / "modeller/target/caravan-modeller-linux/caravan-modeller/plugins"
# What a fresh Eclipse needs to be started and written down, and the Modeller does not have.
STARTING = ("org.eclipse.equinox.launcher.jar", "org.eclipse.equinox.simpleconfigurator.jar")
STARTED = {"org.eclipse.equinox.simpleconfigurator": 1, "org.apache.felix.scr": 2, "org.eclipse.equinox.common": 2,
           "org.eclipse.equinox.event": 2,
           "org.eclipse.core.runtime": 4}
LIMIT_S = 600


def symbolic_name(jar: Path) -> str:
    """Empty for a jar that is no bundle."""
    with zipfile.ZipFile(jar) as file:
        if "META-INF/MANIFEST.MF" not in file.namelist():
            return ""
        headers = file.read("META-INF/MANIFEST.MF").decode().replace("\r\n", "\n").replace("\n ", "").split("\n")
    names = [header.split(":", 1)[1].split(";")[0].strip() for header in headers if header.startswith("Bundle-SymbolicName:")]
    return names[0] if names else ""


def run(application: str, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["java", "-jar", str(TOOLS / "org.eclipse.equinox.launcher.jar"), "-data", "@none", "-application",
                           f"org.eclipse.equinox.p2.{application}", *arguments],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT_S)


class FreshEclipse:
    """The Modeller's platform without anything of ours, installed by the director into a folder of its own."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.home = folder / "eclipse"

    def install_platform(self) -> subprocess.CompletedProcess:
        source = self.folder / "platform"
        (source / "plugins").mkdir(parents=True)
        names = [self.add(jar, source / "plugins") for jar in [*sorted(MODELLER.glob("*.jar")), *(TOOLS / name for name in STARTING)]]
        product = self.folder / "platform.product"
        product.write_text(self.product([name for name in names if name]))
        repository = (self.folder / "repository").as_uri()
        where = ["-metadataRepository", repository, "-artifactRepository", repository]
        for publisher in (["publisher.FeaturesAndBundlesPublisher", *where, "-source", str(source), "-publishArtifacts"],
                          ["publisher.ProductPublisher", *where, "-append", "-productFile", str(product), "-flavor", "tooling", "-configs",
                           "gtk.linux.x86_64"]):
            done = run(*publisher)
            if done.returncode:
                return done
        return self.install(repository, "fresh.platform", "-p2.os", "linux", "-p2.ws", "gtk", "-p2.arch", "x86_64",
                            "-profileProperties", "org.eclipse.update.install.features=true")

    @staticmethod
    def add(jar: Path, plugins: Path) -> str:
        name = symbolic_name(jar)
        if not name or name.startswith("org.caravan"):
            return ""
        shutil.copy(jar, plugins)
        return name

    @staticmethod
    def product(names: list) -> str:
        bundles = "".join(f'<plugin id="{name}"/>' for name in names)
        started = "".join(f'<plugin id="{name}" autoStart="true" startLevel="{level}"/>' for name, level in STARTED.items())
        return ('<?xml version="1.0" encoding="UTF-8"?><product name="Fresh Eclipse" uid="fresh.platform" '
                'id="org.eclipse.ui.ide.workbench" '
                'application="org.eclipse.ui.ide.workbench" version="1.0.0" type="bundles" includeLaunchers="false">'
                f"<plugins>{bundles}</plugins><configurations>{started}</configurations></product>")

    def install(self, repository: str, unit: str, *more: str) -> subprocess.CompletedProcess:
        return run("director", "-repository", repository, "-installIU", unit, "-destination", str(self.home), "-profile", "fresh", *more)

    def bundles(self) -> dict:
        """Version by name, as the installation itself starts them."""
        lines = (self.home / "configuration/org.eclipse.equinox.simpleconfigurator/bundles.info").read_text().splitlines()
        return {line.split(",")[0]: line.split(",")[1] for line in lines if line and not line.startswith("#")}
