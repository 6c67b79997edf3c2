"""Builds and deploys the example by Maven, as its README says, to a real server whose hosts are simulated."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "modeling"))
from simulated_server import SERVER_JAR, SimulatedServer, free_port  # noqa: E402 (the path must be set first)

EXAMPLE = HOME / "examples" / "maven"
MAVENS = ("3.8.8", "3.9.11")
JAVAS = ("17", "25")
# As the launcher does: some 30 builds of seconds take a third of the processor time.
SHORT_LIVED = {"MAVEN_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}

PROJECT = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>org.example</groupId><artifactId>hello</artifactId><version>1.0</version><packaging>jar</packaging>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<build><plugins>
<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-jar-plugin</artifactId>
<configuration><archive><manifest><mainClass>Hello</mainClass></manifest></archive></configuration></plugin>
<plugin><groupId>org.caravan</groupId><artifactId>caravan-maven-plugin</artifactId><version>PLUGIN</version>
<executions><execution><goals><goal>service</goal></goals></execution></executions></plugin>
</plugins></build></project>
"""


@unittest.skipUnless(SERVER_JAR.exists(), "the server is not built: ./caravan build")
@unittest.skipIf(os.environ.get("CARAVAN_REAL") == "false",
                 "it needs the plugin in the local repository: ./caravan test --real puts it there")
class MavenTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="caravan-maven-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        subprocess.run([str(HOME / "caravan"), "maven-plugin"], check=True)
        cls.server = SimulatedServer(cls.folder)
        cls.addClassCleanup(cls.server.end)

    def setUp(self):
        self.project = self.folder / self._testMethodName
        shutil.copytree(EXAMPLE, self.project, ignore=shutil.ignore_patterns("target", "tests"))
        self.model = self.project / "notes/src/main/caravan/notes.caravan"

    def mvn(self, *arguments: str, token: str = None, folder: str = ".", maven: str = "mvn", java_home: str = None):
        settings = self.project / "settings.xml"
        settings.write_text(
            "<settings><servers><server><id>caravan</id>"
            f"<password>{token or self.server.token}</password></server></servers></settings>")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CARAVAN_")} | SHORT_LIVED
        if java_home:
            environment["JAVA_HOME"] = java_home
        done = subprocess.run([maven, "-B", "-ntp", "-s", str(settings), f"-Dcaravan.server={self.server.url}", *arguments],
                              cwd=self.project / folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=600)
        return done.returncode, done.stdout + done.stderr

    @staticmethod
    def encrypted(*arguments: str) -> str:
        """By Maven itself, which writes colours after it, and on a busy machine before it."""
        said = subprocess.run(["mvn", *arguments], env=os.environ | SHORT_LIVED, capture_output=True, text=True, check=True).stdout
        return re.search(r"\{[^}]*}", said).group()

    def test_1_deploy_waits_until_all_of_it_runs_and_destroy_takes_it_away(self):
        code, said = self.mvn("deploy")
        self.assertEqual(code, 1, said)  # nothing is measured yet, so no path is known
        self.assertIn("There is no plan for notes", said)
        self.server.measure()
        code, said = self.mvn("deploy")
        self.assertEqual(code, 0, said)
        self.assertIn("The model is valid: 2 files.", said)
        self.assertIn("Deployment 1 is done.", said)
        states = {one["instance"]: one["state"] for one in self.server.get("applications/notes")["instances"]}
        self.assertEqual({"web:1", "store:1"}, set(states), states)

        code, said = self.mvn("caravan:plan", "-Dcaravan.failOnChanges", folder="notes")
        self.assertEqual(code, 0, said)
        self.assertIn("Nothing to do: the running state matches this plan.", said)
        plan = json.loads((self.project / "notes/target/caravan/plan-notes.json").read_text())
        self.assertFalse(plan["changes"])

        self.model.write_text(self.model.read_text().replace("cpu 0.2", "cpu 0.3"))
        code, said = self.mvn("caravan:plan", "-Dcaravan.failOnChanges", folder="notes")
        self.assertEqual(code, 1, said)
        self.assertIn("Changes are pending for notes.", said)

        code, said = self.mvn("caravan:destroy", folder="notes")
        self.assertEqual(code, 1, said)
        self.assertIn("No application is named; its applications: notes.", said)
        code, said = self.mvn("caravan:destroy", "-Dcaravan.application=notes", folder="notes")
        self.assertEqual(code, 0, said)
        self.assertEqual("DESTROYED", self.server.get("applications/notes")["state"])

    def test_2_mistakes_end_the_build_with_their_places_before_anything_is_sent(self):
        self.model.write_text(self.model.read_text().replace("store.redis", "stor.redis").replace("2 requests/s", "2"))
        code, said = self.mvn("deploy")
        self.assertEqual(code, 1, said)
        self.assertIn("src/main/caravan/notes.caravan:5:14: error: ", said)
        self.assertIn("[missing-unit]", said)
        self.assertIn("The model has 2 errors.", said)
        self.assertNotIn("Bundled", said)

    def test_3_a_bundle_is_the_same_twice(self):
        bundles = []
        for _ in range(2):
            code, said = self.mvn("clean", "package", token="unused")
            self.assertEqual(code, 0, said)
            bundles.append((self.project / "notes/target/notes-1.0.caravan.zip").read_bytes())
        self.assertEqual(bundles[0], bundles[1])
        with zipfile.ZipFile(self.project / "notes/target/notes-1.0.caravan.zip") as bundle:
            self.assertEqual(["models/lab.caravan", "models/notes.caravan", "caravan-bundle.json"], bundle.namelist())

    def test_4_a_wrong_token_and_a_server_that_is_not_there_say_what_to_do(self):
        code, said = self.mvn("deploy", token="not-the-token")
        self.assertEqual(code, 1, said)
        self.assertIn("Maybe put the token into settings.xml as the password of server caravan", said)
        self.assertNotIn("not-the-token", said)
        code, said = self.mvn("deploy", f"-Dcaravan.server=http://127.0.0.1:{free_port()}")
        self.assertEqual(code, 1, said)
        self.assertIn("does not answer", said)
        self.assertIn("-Dcaravan.server=URL", said)

    def test_5_the_token_may_be_encrypted_and_the_build_need_not_wait(self):
        self.server.measure()
        security = self.project / "settings-security.xml"
        master = self.encrypted("--encrypt-master-password", "only for this test")
        security.write_text(f"<settingsSecurity><master>{master}</master></settingsSecurity>")
        at = f"-Dsettings.security={security}"
        secret = self.encrypted(at, "--encrypt-password", self.server.token)
        self.assertNotIn(self.server.token, secret)
        code, said = self.mvn("deploy", at, "-Dcaravan.wait=false", token=secret)
        self.assertEqual(code, 0, said)
        self.assertIn("has started; caravan.wait is false.", said)

    def test_6_each_maven_with_each_java_makes_the_same_bundle(self):
        digests = {}
        for version in MAVENS:
            mvn = self.installed(version)
            for java in JAVAS:
                homes = [home for home in sorted(Path("/usr/lib/jvm").glob(f"*{java}*")) if (home / "bin/javac").exists()]
                if not homes:
                    print(f"SKIPPED: no JDK {java} in /usr/lib/jvm, so Maven {version} is not tried with it", flush=True)
                    continue
                with self.subTest(maven=version, java=java):
                    code, said = self.mvn("clean", "package", "-V", maven=str(mvn), java_home=str(homes[0]))
                    self.assertEqual(code, 0, said)
                    self.assertRegex(said, rf"Apache Maven {version} ")
                    self.assertRegex(said, rf"Java version: {java}\.")
                    self.assertIn("Bundled 2 files", said)
                    digests[version, java] = hashlib.sha256((self.project / "notes/target/notes-1.0.caravan.zip").read_bytes()).hexdigest()
        self.assertEqual(1, len(set(digests.values())), digests)

    def installed(self, version: str) -> Path:
        """Maven of this version, as the registry has it."""
        folder = self.folder / "maven"
        code, said = self.mvn("org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack", "-N",
                              f"-Dartifact=org.apache.maven:apache-maven:{version}:zip:bin", f"-DoutputDirectory={folder}")
        self.assertEqual(code, 0, said)
        mvn = folder / f"apache-maven-{version}/bin/mvn"
        mvn.chmod(0o755)
        return mvn

    def test_7_modules_are_deployed_one_after_the_other_in_the_order_of_what_they_need(self):
        self.server.measure()
        for module, needs in (("board", "notes"), ("lab", None)):
            self.module(module, needs)
        models = self.project / "notes/src/main/caravan"
        (models / "lab.caravan").rename(self.project / "lab/src/main/caravan/lab.caravan")
        (self.project / "board/src/main/caravan/board.caravan").write_text(self.model.read_text().replace("application notes",
            "application board"))
        pom = self.project / "notes/pom.xml"
        pom.write_text(pom.read_text().replace("<build>", self.dependency("lab") + "<build>"))
        parent = self.project / "pom.xml"
        parent.write_text(parent.read_text().replace("<module>notes</module>",
                                                     "<module>board</module><module>notes</module><module>lab</module>"))
        code, said = self.mvn("deploy")
        self.assertEqual(code, 0, said)
        order = re.findall(r"Building (\S+) 1\.0|(Deployment \d+ is done)", said)
        # Nothing is left to do for notes where an earlier test deployed it.
        self.assertEqual(["notes-parent", "lab", "notes", "board"], [name for name, _ in order if name], said)
        self.assertTrue(order[-1][1], said)
        states = {name: self.server.get(f"applications/{name}")["state"] for name in ("notes", "board")}
        self.assertEqual(1, len(set(states.values())), states)

        code, said = self.mvn("package", "-pl", "board", "-am")
        self.assertEqual(code, 0, said)
        self.assertEqual(["notes-parent", "lab", "notes", "board"], re.findall(r"Building (\S+) 1\.0", said))

    def test_8_a_module_of_infrastructure_serves_the_others_in_one_build_and_from_the_repository(self):
        self.split_off_the_lab()
        wrong = self.model.read_text()
        self.model.write_text(wrong.replace("require store at centre", "require store at center").replace("at users-hall", "at users-hal"))
        code, said = self.mvn("compile")
        self.assertEqual(code, 1, said)  # by modules that no bundle was made of
        self.assertIn("[unknown-site]", said)
        self.assertIn("The model has 2 errors.", said)
        self.model.write_text(wrong)

        self.server.measure()
        infrastructure = self.server.get("infrastructure")
        code, said = self.mvn("install", token="unused")
        self.addCleanup(shutil.rmtree, Path.home() / ".m2/repository/org/example/notes", ignore_errors=True)
        self.assertEqual(code, 0, said)
        self.assertIn("The model is valid: 1 file, with 2 files of other modules.", said)
        with zipfile.ZipFile(self.project / "notes/target/notes-1.0.caravan.zip") as bundle:
            self.assertEqual(["libraries/org.example.notes.lab/areas.caravan", "libraries/org.example.notes.lab/lab.caravan",
                              "models/notes.caravan", "caravan-bundle.json"],
                             bundle.namelist())
        in_one_build = (self.project / "notes/target/notes-1.0.caravan.zip").read_bytes()

        code, said = self.mvn("clean", "deploy", folder="notes")  # the lab comes from the repository
        self.assertEqual(code, 0, said)
        self.assertIn("with 2 files of other modules.", said)
        self.assertEqual(in_one_build, (self.project / "notes/target/notes-1.0.caravan.zip").read_bytes())
        self.assertEqual(infrastructure, self.server.get("infrastructure"))  # which is the lab's to hand over
        code, said = self.mvn("caravan:plan", "-Dcaravan.failOnChanges", folder="notes")
        self.assertEqual(code, 0, said)

    def test_9_a_jar_and_a_folder_become_services_and_nothing_is_left_of_a_bad_one(self):
        self.server.measure()
        self.engines("java", "web")
        files = self.project / "hello/src/main"
        (files / "java").mkdir(parents=True)
        (files / "java/Hello.java").write_text("public class Hello { public static void main(String[] words) { } }")
        (files / "site").mkdir()
        (files / "site/index.html").write_text("<p>Hello")
        plugin = re.search(r"<artifactId>caravan-maven-plugin</artifactId>\s*<version>([^<]+)<",
                           (self.project / "pom.xml").read_text() + (self.project / "notes/pom.xml").read_text()).group(1)
        (self.project / "hello/pom.xml").write_text(PROJECT.replace("PLUGIN", plugin))
        code, said = self.mvn("deploy", "-Dmaven.deploy.skip", "-Dcaravan.service=java", folder="hello")
        self.assertEqual(code, 0, said)
        self.assertIn("image   service/hello on caravan/services/java for amd64", said)
        self.assertEqual({"java:1": "RUNNING"},
                         {one["instance"]: one["state"] for one in self.server.get("applications/hello")["instances"]})
        self.assertIn("application hello", (self.project / "hello/target/hello.caravan").read_text())

        code, said = self.mvn("deploy", "-Dmaven.deploy.skip", "-Dcaravan.service=java", "-Dcaravan.update=false", folder="hello")
        self.assertEqual(code, 1, said)
        self.assertIn("already has an application (hello)", said)
        (files / "java/Hello.java").write_text("public class Hello { public static void main(String[] words) { System.exit(1); } }")
        code, said = self.mvn("deploy", "-Dmaven.deploy.skip", "-Dcaravan.service=java", folder="hello")
        self.assertEqual(code, 0, said)
        image = re.search(r"image   (service/hello\.[0-9a-f]{12}) on caravan/services/java for amd64", said).group(1)
        self.assertIn(f'image "{image}"', (self.project / "hello/target/hello.caravan").read_text())
        self.assertEqual(image, next(one["image"] for one in self.server.get("services") if one["name"] == "hello"))

        code, said = self.mvn("caravan:service", "-Dcaravan.service=web", "-Dcaravan.application=page",
                              "-Dcaravan.upload=src/main/site", folder="hello")
        self.assertEqual(code, 0, said)
        self.addCleanup(shutil.rmtree, Path.home() / ".m2/repository/org/example/hello", ignore_errors=True)
        self.assertEqual([("hello", "java"), ("page", "web")],
                         [(one["name"], one["kind"]) for one in self.server.get("services")])

        (files / "site/index.html").unlink()
        code, said = self.mvn("caravan:service", "-Dcaravan.service=web", "-Dcaravan.application=bad",
                              "-Dcaravan.upload=src/main/site", folder="hello")
        self.assertEqual(code, 1, said)
        self.assertIn("[no-entry-point]", said)
        self.assertNotIn("bad", [one["name"] for one in self.server.get("applications")])
        self.assertNotIn("service/bad", [one["name"] for one in self.server.get("images")])

    def engines(self, *kinds: str) -> None:
        """Images of the engines with one file: simulated hosts start none."""
        tree = self.project / "engine.tar"
        (self.project / "start").write_text("#!/bin/sh\n")
        subprocess.run(["tar", "cf", str(tree), "-C", str(self.project), "start"], check=True)
        for kind in kinds:
            self.server.caravan("image", "import", str(tree), "--format", "rootfs", "--name", f"caravan/services/{kind}", "--arch", "amd64",
                                "--start", "/start")

    def split_off_the_lab(self):
        """A module of its own, with an area that the application names."""
        self.module("lab", None)
        lab = self.project / "lab/src/main/caravan"
        (self.project / "notes/src/main/caravan/lab.caravan").rename(lab / "lab.caravan")
        (lab / "areas.caravan").write_text("area north { countries NO }\n")
        self.model.write_text(self.model.read_text().replace("  require store at centre\n",
                                                             "  require store at centre\n  require web within north\n"))
        pom = self.project / "notes/pom.xml"
        pom.write_text(pom.read_text().replace("<build>", self.dependency("lab") + "<build>"))
        parent = self.project / "pom.xml"
        parent.write_text(parent.read_text().replace("<module>notes</module>", "<module>notes</module><module>lab</module>"))

    def module(self, name: str, needs: str):
        """One more, like notes, without a model yet."""
        (self.project / name / "src/main/caravan").mkdir(parents=True)
        pom = (self.project / "notes/pom.xml").read_text().replace("<artifactId>notes</artifactId>", f"<artifactId>{name}</artifactId>")
        (self.project / name / "pom.xml").write_text(pom.replace("<build>", self.dependency(needs) + "<build>") if needs else pom)

    @staticmethod
    def dependency(on: str) -> str:
        return (f"<dependencies><dependency><groupId>org.example.notes</groupId><artifactId>{on}</artifactId><version>1.0</version>"
                "<type>caravan-app</type></dependency></dependencies>")


if __name__ == "__main__":
    unittest.main()
