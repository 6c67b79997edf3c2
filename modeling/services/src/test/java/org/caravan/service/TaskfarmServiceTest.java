package org.caravan.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskfarmServiceTest {

    private static final String TASK = "from celery import shared_task\n@shared_task\ndef f():\n    pass\n";

    private static ServiceDraft draft(Map<String, String> files) {
        return Services.draft(new ServiceRequest(ServiceKind.TASKFARM, "crunch", Optional.of(Uploads.folder(files)), List.of(), List.of()));
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("no-entry-point", Map.of("jobs.py", TASK), "has no file tasks.py"),
                Arguments.of("no-entry-point", Map.of("tasks.py", "def f():\n    pass\n"), "site/tasks.py:1:1"),
                Arguments.of("no-entry-point", Map.of("tasks.py", "'''\n@shared_task\n'''\n# @shared_task\n"), "site/tasks.py:1:1"),
                Arguments.of("no-application", Map.of("tasks.py", "class A:\n    @app.task\n    def f(): pass\n"), "site/tasks.py:2:5"),
                Arguments.of("requirement-missing", Map.of("tasks.py", TASK, "requirements.txt", "celery\n# a\nnumpy>=1\n"),
                        "site/requirements.txt:3:1: error: The engine does not install (numpy>=1)"),
                Arguments.of("requirement-missing", Map.of("tasks.py", TASK, "requirements.txt", "celery-batches\n"), ":1:1"),
                Arguments.of("module-of-engine", Map.of("tasks.py", TASK, "celery.py", "x = 1\n"), "site/celery.py:1:1: error: The file "
                        + "replaces the module celery"),
                Arguments.of("module-of-engine", Map.of("tasks.py", TASK, "redis/__init__.py", ""), "site/redis/__init__.py:1:1"),
                Arguments.of("module-of-engine", Map.of("tasks.py", TASK, "farm_worker.py", ""), "site/farm_worker.py:1:1"),
                Arguments.of("python-unreadable", Map.of("tasks.py", TASK, "data.py", "x = 1\n".repeat(1 << 18)), "site/data.py:1:1"),
                Arguments.of("python-unreadable", Map.of("tasks.py", TASK, "requirements.txt", "#" + "x".repeat(5 << 20)),
                        "site/requirements.txt:1:1: error: The line has more than 4194304 characters"),
                syntax("x = " + "(".repeat(500_000) + ")".repeat(500_000) + "\n", "1:205", "More than 200 brackets are open"),
                syntax(nested(100), "101:101", "The block is nested more than 99 levels deep"),
                Arguments.of("python-syntax", Map.of("tasks.py", TASK, "more.py", "x = (1,\n"), "site/more.py:1:5: error: The bracket ("),
                syntax("x = [1, 2)\n", "1:10", "The bracket ) does not match ["),
                syntax("x = 1)\n", "1:6", "The bracket ) closes none"),
                syntax("x = 'it\ny = 1\n", "1:5", "A string in ' has no end in its line"),
                syntax("x = '''it\n'\n", "1:5", "A string in ''' has no end."),
                syntax("def f()\n    return 1\n", "1:1", "A colon is missing at the end of the line that begins with def"),
                syntax("if a:\n    if b\n        c()\n", "2:5", "A colon is missing at the end of the line that begins with if"),
                syntax("try\n", "1:1", "A colon is missing"),
                syntax("def f():\nreturn 1\n", "2:1", "The block of line 1"),
                syntax("def f():\n    # nothing\n", "1:1", "A block has to follow"),
                syntax("x = 1\n  y = 2\n", "2:3", "The line is indented more than its block"),
                syntax("if a:\n        b\n    c\n", "3:5", "The indentation matches no block"),
                syntax("x = a ? b : c\n", "1:7", "The character ? has no meaning"),
                syntax("x = 1 + \\ \n    2\n", "1:9", "A character follows \\"));
    }

    private static String nested(int levels) {
        return IntStream.range(0, levels).mapToObj(level -> " ".repeat(level) + "if a:\n").collect(Collectors.joining())
                + " ".repeat(levels) + "b\n";
    }

    private static Arguments syntax(String text, String place, String message) {
        return Arguments.of("python-syntax", Map.of("tasks.py", text), "site/tasks.py:" + place + ": error: " + message);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultHasItsPlace(String code, Map<String, String> files, String place) {
        ServiceDraft draft = draft(files);
        assertThat(draft.service()).isEmpty();
        assertThat(draft.findings()).extracting(Diagnostic::code).containsExactly(code);
        assertThat(draft.findings().get(0).text()).contains(place).contains("\n    Maybe ");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "from celery import Celery\napp = Celery('tasks', broker='redis://localhost')\n@app.task(bind=True)\ndef f(self): pass\n",
        "import celery\nqueue = celery.Celery('a')\n@queue.task\nasync def f(): pass\n",
        "from work.application import app\n@app.task\ndef f(): pass\n",
        "from work.application import make_celery\napp = make_celery()\n@app.task\ndef f(): pass\n",
        "from celery import Celery\napp: Celery = Celery('x')\n@app.task\ndef f(): pass\n",
        "from work.app import *\n@app.task\ndef f(): pass\n",
        "from celery import shared_task\nfor\u00eat = 1\nif\ud835\udc31 = 2\n@shared_task\ndef f(): pass\n",
        "from celery import Celery\n\u00e4pp = Celery('x')\n@\u00e4pp.task\ndef f(): pass\n",
        "from celery import Task\nclass A(Task):\n    name = 'a'\n\napp.register_task(A())\n",
        "\"\"\"Doc\n  'more\"\"\"\nfrom celery import shared_task\n\n@shared_task\ndef f(a, b={1: [2,\n3]}):\n"
            + "\tif (a and\n  b): return 1\n\n"
            + "\telse: # more ( '\n\t\tx = r'\\' ' \"it's\" f'{a}' \"\"\"(\"\"\"\n"
            + "  # less\n\t\treturn {'a': lambda: 1}[b:]\n\tmatch a:\n\t\tcase 1:\n"
            + "\t\t\tpass\ny = 1 + \\\n  2; z: int = 3\nif (n := 1): pass\nt = 'a\\\nb'\n"})
    void aValidFileIsAccepted(String text) {
        assertThat(draft(Map.of("tasks.py", text)).findings()).isEmpty();
    }

    @Test
    void aFileThatOnlyImportsTasksIsAcceptedWithAWarning() {
        ServiceDraft draft = draft(Map.of("tasks.py", "from work.jobs import first, second\n"));
        assertThat(draft.service()).isPresent();
        assertThat(draft.findings()).extracting(Diagnostic::text).singleElement().asString()
                .contains("site/tasks.py:1:1: warning: The file itself declares no task.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x = %sy\n", "@%stask\ndef g(): pass\n"})
    void aStatementOfManyPartsNeedsNoDeepStack(String statement) {
        String parts = "a.".repeat(20_000);
        assertThat(draft(Map.of("tasks.py", TASK + statement.formatted(parts))).findings()).isEmpty();
    }

    @Test
    void aChangeOfTheTasksKeepsTheBrokerBecauseItsImageIsTheEngine() {
        String model = Services.draft(new ServiceRequest(ServiceKind.TASKFARM, "crunch",
                Optional.of(Uploads.folder(Map.of("tasks.py", TASK))), List.of(), List.of())).service().orElseThrow()
                .model(List.of("amd64"));
        assertThat(model.substring(model.indexOf("component broker"))).contains("image \"caravan/services/taskfarm\"")
                .doesNotContain("service/crunch");
        assertThat(model).contains("image \"service/crunch\"", "longer than the longest task and the longest countdown");
    }

    @Test
    void rulesCountTheTasksOfEachWorkerAndUsersSubmitToTheBroker() {
        String model = Services.draft(new ServiceRequest(ServiceKind.TASKFARM, "crunch",
                Optional.of(Uploads.folder(Map.of("tasks.py", TASK))), List.of("bergen"),
                List.of(new ServiceRequest.UserGroup("oslo", "Telenor", "ipv4", "5")))).service().orElseThrow()
                .model(List.of("amd64"));
        assertThat(model).contains("metric backlog { sensor \"/opt/service/backlog\" of broker", "formula backlog / copies",
                "busy { each > 20 requests }", "quiet { each < 0.5 requests }", "requires broker.redis\n", "component broker stateful {",
                "require broker at bergen\n", "users -> broker").doesNotContain("entry by router");
    }
}
