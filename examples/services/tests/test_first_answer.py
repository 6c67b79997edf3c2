"""From one upload to the first answer, on real nodes; and that nothing is left of an upload that cannot run.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import io
import json
import os
import re
import tarfile
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .bed import DATA, HOME, OWN, PASSWORD, PATIENCE_S, ServiceTest
from .load import Load

SITE = HOME / "examples/services/site"
UNDONE = 3
# Requests per second: more than two copies serve at 80 % of their capacity of 50, and fewer than one copy serves at 30 %.
BASE, MORE = 10, 100
# Tasks that are submitted at once, again and again until a farm has its workers.
TASKS, ENOUGH = 300, 150
FILES = 200
# A client that repeats failed requests. Puts are slower, so that the copy is killed during them.
REPEATED = ("--retry", "120", "--retry-delay", "1", "--retry-all-errors", "--rate")
PUTS, GETS = "4/s", "100/s"
KILL_JAVA = 'for one in /proc/[0-9]*; do [[ $(<$one/comm) = java ]] && kill -9 ${one#/proc/} && echo ${one#/proc/}; done; exit 0'


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: real services need root, namespaces, containers, and CARAVAN_REAL=1")
class FirstAnswer(ServiceTest):
    def test_1_a_folder_with_a_page_of_php_answers_its_users(self) -> None:
        began = time.monotonic()
        said = self.create("web", "shop", str(SITE), "--users", "users-coast=5")
        answer = self.as_user("/")
        print(f"web: {time.monotonic() - began:.1f} s from the command to the first answer", flush=True)
        self.assertIn("Hello from web:1 at ", answer, said)
        self.assertIn("font-family", self.as_user("/style.css"))

    def test_1b_rules_scale_it_from_one_copy_to_three_and_back_without_a_lost_request(self) -> None:
        """The rules of the written model, with shorter spans: calculated, its own take two minutes to three copies and eleven to one."""
        self.quicken("shop")
        self.assertEqual(1, self.copies("shop", "web:"))
        url = f"http://{self.address('shop', 'web-router')}:8080"
        loads, began = [Load(OWN.environment, url, BASE), Load(OWN.environment, url, MORE)], time.monotonic()
        figures = []
        try:
            grown = self.await_copies("shop", "web:", 3, began)
            time.sleep(5)
            figures.append(loads.pop().end())
            shrunk = self.await_copies("shop", "web:", 1, time.monotonic())
            time.sleep(2)
        finally:
            figures += [load.end() for load in loads]
            self.print_decisions("shop")
        sent, answered, lost = (sum(one[key] for one in figures) for key in ("sent", "answered", "lost"))
        print(f"web: 3 copies {grown:.1f} s after the load rose to {BASE + MORE}/s, 1 copy {shrunk:.1f} s after it fell to {BASE}; "
              f"sent {sent}, answered {answered}, lost {lost}", flush=True)
        self.assertEqual((sent, 0), (answered, lost), [one["problems"] for one in figures])
        self.assertGreaterEqual(sent, 1000)

    def test_2_redis_gets_a_password_that_only_its_copy_knows(self) -> None:
        began = self.begin("redis")
        said = self.create("redis", "carts", "--require", "west")
        print(f"redis: {time.monotonic() - began:.1f} s until it runs", flush=True)
        self.assertIn("secret  carts-password is a new random password", said)
        self.assertEqual("west", self.instances("carts", "redis")[0]["siteId"])
        self.assertIn("carts-password", str(OWN.ask("GET", "/secrets")))

    def test_2b_a_program_in_java_answers_its_users(self) -> None:
        classes = self.models / "classes"
        for command in (["javac", "--release", "17", "-d", str(classes), str(SITE.parent / "program/Hello.java")],
                        ["jar", "--create", "--file", str(self.models / "hello.jar"), "--main-class", "Hello", "-C", str(classes), "."]):
            OWN.run(command)
        began = self.begin("java")
        said = self.create("java", "hello", str(self.models / "hello.jar"), "--users", "users-coast=5")
        answer = self.as_user("/", "hello", "java:1")
        print(f"java: {time.monotonic() - began:.1f} s from the command to the first answer", flush=True)
        self.assertEqual("Hello from java:1", answer.strip(), said)

    def test_2c_statements_fill_mariadb(self) -> None:
        self.with_password("stock")
        began = self.begin("mysql")
        said = self.create("mysql", "stock", str(SITE.parent / "socks.sql"), "--users", "users-coast=1")
        answer = self.query("stock", "mysql:1", "mariadb", "--no-defaults", "--batch", "--skip-column-names", "--user=service",
                            "--database=stock", "--execute")
        print(f"mysql: {time.monotonic() - began:.1f} s from the command to the first answered query", flush=True)
        self.assertEqual("it's silk", answer, said)

    def test_2d_statements_fill_postgresql(self) -> None:
        self.with_password("store")
        began = self.begin("postgresql")
        said = self.create("postgresql", "store", str(SITE.parent / "socks.sql"), "--users", "users-coast=1")
        answer = self.query("store", "postgresql:1", "psql", "--no-psqlrc", "--tuples-only", "--no-align",
                            "--username=service", "--dbname=store", "--command")
        print(f"postgresql: {time.monotonic() - began:.1f} s from the command to the first answered query", flush=True)
        self.assertEqual("it's silk", answer, said)

    def test_2e_a_program_learns_which_members_join_and_leave(self) -> None:
        began = self.begin("generic")
        self.create("generic", "herd", str(SITE.parent / "herd"), "--users", "users-coast=1")
        self.await_members(1)
        print(f"generic: {time.monotonic() - began:.1f} s from the command to the first answer with a member", flush=True)
        model = self.models / "herd.caravan"
        for number, replicas in ((3, "replicas 3..4"), (2, "replicas 1..2")):
            model.write_text(re.sub(r"replicas [0-9.]+ ", replicas + " ", model.read_text()))
            OWN.caravan("deploy", str(model), "--auto-approve")
            began = time.monotonic()
            self.await_members(number)
            print(f"generic: {time.monotonic() - began:.1f} s from the deployment to {number} known members", flush=True)

    def test_2f_a_farm_runs_tasks_and_is_scaled_from_one_worker_to_three_and_back_without_a_lost_task(self) -> None:
        """Tasks of 3 s run while workers are removed, so that a removal has to wait for one, or to return it and the one behind it.

        Of the 10 s that the host gives a copy for its end, a worker of a busy machine has 8 s to return them.
        """
        began = self.begin("taskfarm")
        said = self.create("taskfarm", "crunch", str(SITE.parent / "farm"))
        answer = self.farm("wait", "0.1")
        print(f"taskfarm: {time.monotonic() - began:.1f} s from the command to the first result", flush=True)
        self.assertEqual("0.1", answer.strip(), said)
        self.change("crunch", 'TASKS_AT_ONCE "1"', 'TASKS_AT_ONCE "1"  TASKS_RESERVED "2"  LAST_SECONDS "2"')
        self.quicken("crunch", window="20 s")
        self.assertEqual(1, self.copies("crunch", "taskfarm:"))
        began = time.monotonic()
        many = [self.submitted(TASKS)]
        try:
            grown = self.await_copies("crunch", "taskfarm:", 3, began,
                                      lambda: self.few_tasks() and many.append(self.submitted(TASKS)))
            figures = [json.loads(self.farm("--results", one, "--wait", "250", codes=(0, 1))) for one in many]
            with ThreadPoolExecutor() as others:
                began = time.monotonic()
                few = others.submit(self.farm, "--count", "12", "--pause", "4", "--wait", "150", "wait", "3", codes=(0, 1))
                shrunk = self.await_copies("crunch", "taskfarm:", 1, began)
                figures.append(json.loads(few.result()))
        finally:
            self.print_decisions("crunch")
        sent, done, pending = (sum(one[key] for one in figures) for key in ("sent", "done", "pending"))
        print(f"taskfarm: 3 workers {grown:.1f} s after {TASKS} tasks of 0.15 s, 1 worker {shrunk:.1f} s after they were done, with "
              f"tasks of 3 s under way; sent {sent}, done {done}, without a result {pending}", flush=True)
        self.assertEqual((sent, 0), (done, pending), figures)
        self.assertGreaterEqual(sent, TASKS)

    def submitted(self, count: int) -> str:
        return self.farm("--count", str(count), "--no-wait", "wait", "0.15").strip()

    @staticmethod
    def few_tasks() -> bool:
        """Whether few tasks wait or run; false without an answer of Redis."""
        said = OWN.caravan("exec", "crunch/broker:1", "--", "/opt/service/backlog", codes=(0, 1))
        return said.strip() != "" and int(said) < ENOUGH

    def test_2g_a_task_longer_than_the_end_of_its_worker_runs_on_another_one(self) -> None:
        """A worker has 2 s for its end, as in the test before. The task would otherwise run again after 600 s. Its first run outlasts
        the test."""
        long = self.farm("--no-wait", "wait_at_first", "3000").strip()
        self.await_state(lambda: "Task tasks.wait_at_first[" in OWN.caravan("logs", "crunch/taskfarm:1"), "no worker has the task")
        broker = self.instances("crunch", "broker:")
        OWN.caravan("deploy", str(self.change("crunch", 'TASKS_AT_ONCE "1"', 'TASKS_AT_ONCE "2"')), "--auto-approve")
        began = time.monotonic()
        answer = self.farm("--results", long, "--wait", str(PATIENCE_S), codes=(0, 1))
        print(f"taskfarm: the result of a long task {time.monotonic() - began:.1f} s after its worker was replaced", flush=True)
        self.assertEqual("3000", answer.strip())
        self.assertIn("Task tasks.wait_at_first[", OWN.caravan("logs", "crunch/taskfarm:1"), "the new worker ran no task")
        self.assertEqual(broker, self.instances("crunch", "broker:"))

    def test_2h_a_farm_refuses_tasks_before_its_broker_is_full(self) -> None:
        fill = "redis-cli -a \"$(cat /run/secrets/password)\" --no-auth-warning eval \"for i = 1, 50 do redis.call('set', 'fill' .. i, " \
               "string.rep('x', 1048576)) end\" 0"
        OWN.caravan("exec", "crunch/broker:1", "--", "/bin/bash", "-c", fill)
        said = OWN.caravan("exec", "crunch/broker:1", "--", "/bin/bash", "-c", "/opt/service/farm wait 0.1 2>&1 || echo code $?")
        self.assertRegex(said, r"The broker uses \d+ of 64 MiB; above 70% it gets no tasks")
        self.assertIn("code 1", said)

    def test_2i_files_are_put_and_got_by_s3_and_none_is_lost_when_the_copy_is_killed(self) -> None:
        """Failed requests are repeated, as clients of S3 do; what was acknowledged is there after the restart."""
        self.with_password("photos")
        folder, own = self.models / "photos", Path(tempfile.mkdtemp(dir=DATA))
        (folder / "album").mkdir(parents=True)
        (folder / "album/sea 1.txt").write_text("from the upload")
        # Networks of the bed have a folder /tmp of their own, and write no files here.
        files = [f"{number} {os.urandom(1024).hex()}" for number in range(FILES)]
        for number, text in enumerate(files):
            (own / f"f{number}").write_text(text + "\n")
        began = self.begin("files")
        # The services of the other tests need the memory of its copy.
        self.addCleanup(OWN.caravan, "destroy", "photos", "--auto-approve")
        said = self.create("files", "photos", str(folder), "--users", "users-coast=5")
        url = f"http://{self.address('photos', 'files:1')}:8080/files"
        self.assertEqual("from the upload", self.s3(f"{url}/album/sea%201.txt"), said)
        self.s3("--upload-file", str(own / "f0"), f"{url}/first")
        first = self.s3(f"{url}/first")
        print(f"files: {time.monotonic() - began:.1f} s from the command to the first file that was put and got", flush=True)
        self.assertEqual(files[0] + "\n", first)
        began, last = time.monotonic(), FILES - 1
        with ThreadPoolExecutor(1) as beside:
            put = beside.submit(self.s3, *REPEATED, PUTS, "--write-out", "%{http_code}\\n", "--upload-file", f"{own}/f[0-{last}]",
                                f"{url}/many/")
            self.await_state(lambda: "<Key>many/f" in self.s3(url), "no file was put")
            killed = OWN.caravan("exec", "photos/files:1", "--", "/bin/bash", "-c", KILL_JAVA).split()
            self.assertFalse(put.done(), "all files were put before the copy was killed")
            stored = put.result().split()
        same = sum(one == other for one, other in zip(files, self.s3(*REPEATED, GETS, f"{url}/many/f[0-{last}]").splitlines()))
        print(f"files: {2 * FILES} requests in {time.monotonic() - began:.1f} s while the copy was killed and started again; "
              f"put {FILES} files, answered {stored.count('200')}, got {same} unchanged", flush=True)
        self.assertEqual((1, FILES, FILES), (len(killed), stored.count("200"), same))
        listed = re.findall("<Key>(.*?)</Key>", self.s3(url))
        self.assertEqual(sorted(["album/sea 1.txt", "first", *(f"many/f{number}" for number in range(FILES))]), sorted(listed))
        for path in ("/files", "/files/many/f0", "/files/first", "//"):
            self.assertEqual("403", self.unsigned(url.removesuffix("/files") + path), path)
        self.assertEqual("from the upload", self.s3(f"{url}/album/sea%201.txt"))
        self.assertNotIn(PASSWORD, OWN.caravan("logs", "photos/files:1"))

    @staticmethod
    def unsigned(url: str) -> str:
        """Code of the answer to a request without a key."""
        return OWN.caravan("testbed", "exec", "vantage-coast", "--", "curl", "-s", "--max-time", "60", "--path-as-is",
                           "--output", "/dev/null", "--write-out", "%{http_code}", url)

    @staticmethod
    def s3(*words: str) -> str:
        """What curl prints in the network of the users."""
        return OWN.caravan("testbed", "exec", "vantage-coast", "--", "curl", "-fsS", "--max-time", "60",
                           "--aws-sigv4", "aws:amz:us-east-1:s3", "--user", f"service:{PASSWORD}", "--header",
                           "x-amz-content-sha256: UNSIGNED-PAYLOAD", *words)

    @staticmethod
    def farm(*words: str, codes: tuple[int, ...] = (0,)) -> str:
        return OWN.caravan("exec", "--seconds", "300", "crunch/broker:1", "--", "/opt/service/farm", *words, codes=codes)

    def await_members(self, number: int) -> None:
        """Until the lead has the addresses of the members that run, each once, as the hooks of the upload write them."""
        end = time.monotonic() + PATIENCE_S
        while True:
            members = [one["addresses"] for one in self.instances("herd", "generic:")]
            known = self.as_user("/members", "herd", "lead:1").split()
            if len(known) == len(members) == number and all(any(one in addresses for one in known) for addresses in members):
                return
            self.assertLess(time.monotonic(), end, (known, members))
            time.sleep(0.2)

    def query(self, application: str, instance: str, *client: str) -> str:
        """What a client in the network of the users reads."""
        return OWN.caravan("testbed", "exec", "vantage-coast", "--", "env", f"MYSQL_PWD={PASSWORD}", f"PGPASSWORD={PASSWORD}", *client,
                           "SELECT name FROM sock WHERE id = 2", "--host", self.address(application, instance)).strip()

    def test_3_nothing_is_left_of_an_upload_that_has_no_entry_point(self) -> None:
        empty = self.models / "empty"
        empty.mkdir()
        self.create("web", "bad", str(empty), codes=(1,))
        self.assert_nothing_left("bad")

    def test_4_nothing_is_left_of_an_upload_that_does_not_run(self) -> None:
        """The snapshot has a head and an end, but nothing between them that Redis can load."""
        damaged = self.models / "damaged.rdb"
        damaged.write_bytes(b"REDIS0010" + b"\3" * 20 + b"\xff" + bytes(8))
        self.create("redis", "broken", str(damaged), codes=(UNDONE,))
        self.assert_nothing_left("broken")

    def test_5_one_request_of_rest_creates_a_service_and_nothing_is_left_of_a_bad_one(self) -> None:
        began = time.monotonic()
        code, created = self.post("kind=web&name=page&file=site&users=users-coast=5", self.packed(SITE))
        self.assertEqual(201, code, created)
        self.assertEqual({"name": "page", "kind": "web", "image": "service/page"},
                         next(one for one in OWN.ask("GET", "/services") if one["name"] == "page"))
        said = OWN.caravan("deploy", "page", "--auto-approve")
        answer = self.as_user("/", "page")
        print(f"web by REST: {time.monotonic() - began:.1f} s from the request to the first answer", flush=True)
        self.assertIn("Hello from web:1 at ", answer, said)
        empty = self.models / "nothing"
        empty.mkdir()
        code, refused = self.post("kind=web&name=bad&file=nothing", self.packed(empty))
        self.assertEqual(422, code, refused)
        self.assert_nothing_left("bad")

    @staticmethod
    def packed(folder: Path) -> bytes:
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as tar:
            tar.add(folder, ".")
        return packed.getvalue()

    @staticmethod
    def post(query: str, body: bytes) -> tuple[int, dict]:
        request = urllib.request.Request(f"{OWN.server}/api/v1/services?{query}", method="POST", data=body, headers={
            "Authorization": "Bearer " + (OWN.data / "token").read_text().strip(), "Content-Type": "application/gzip"})
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=120) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read())

    def test_6_nothing_is_left_of_files_that_the_engine_cannot_serve(self) -> None:
        strange = self.models / "strange"
        strange.mkdir()
        (strange / "notes").symlink_to("../notes")
        os.mkfifo(strange / "pipe")
        self.create("files", "odd", str(strange), codes=(1,))
        self.assert_nothing_left("odd")



if __name__ == "__main__":
    unittest.main(verbosity=2)
