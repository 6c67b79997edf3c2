package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.ssh.Machine;
import org.caravan.ssh.ShellFault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kept bash reads the usage of its host at each call. Here it runs on this machine. */
class SensorSessionTest {

    private static final Machine MACHINE = new Machine("pi-1", "127.0.0.1", 22, "bed");
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration MARGIN = Duration.ofSeconds(10);

    /** A child that a process group has to be killed for. */
    private static final String HANGS = "sleep 300 & echo $! >\"$COPIES/child\"; wait";

    private int beginSeconds = 25;
    @TempDir
    Path folder;

    private final LocalBash bash = new LocalBash();
    private final SensorSessions sessions = new SensorSessions(bash);

    @AfterEach
    void end() {
        sessions.close();
        bash.close();
    }

    /** The script of a session; the lines are run after its functions and may replace them. */
    private byte[] script(String... lines) {
        NodeScripts scripts = new NodeScripts(SensorSessionTest.class);
        String functions = Stream.of("host.sh", "network.sh", "sensor.sh", "usages.sh").map(scripts::text).collect(Collectors.joining());
        String last = "\"${USAGES:-usages_once}\"\n";
        assertThat(functions).endsWith(last);
        return ("{\nUSAGES=attend_usages BRIDGE=br0 PROVIDER=test BEGIN=" + beginSeconds + "\n"
                + functions.substring(0, functions.length() - last.length())
                + "running_in() { false; }\ncopies_in " + folder + "\n" + String.join("\n", lines) + "\n" + last + "}\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private boolean childRuns() throws IOException {
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        return ProcessHandle.of(child).filter(ProcessHandle::isAlive).isPresent();
    }

    private Optional<String> call(Duration timeout, String... lines) {
        return sessions.run(MACHINE, () -> script(lines), timeout, MARGIN);
    }

    @Test
    void oneSessionAnswersManyCalls() {
        for (int call = 0; call < 3; call++) {
            String text = call(LONG).orElseThrow();
            assertThat(text).startsWith("host ");
            assertThat(UsageLines.read(text).host().memory().value()).isPositive();
        }
        assertThat(bash.begun).hasSize(1);
    }

    @Test
    void whatACallChangesEndsWithIt() {
        String counts = "COUNT=0; copies_now() { COUNT=$((COUNT + 1)); }; usages() { ANSWER=\"count $COUNT\"$'\\n'; }";
        assertThat(call(LONG, counts)).contains("count 1\n");
        assertThat(call(LONG, counts)).contains("count 1\n");
    }

    @Test
    void answersOfManyAndOfLongLinesArriveWhole() {
        String line = "requests shop.web.1.7 " + "7".repeat(150_000);
        assertThat(call(LONG, "usages() { printf -v ANSWER 'host 1\\nrequests shop.web.1.7 %s\\n\\nend\\n' " + "7".repeat(150_000) + "; }"))
                .contains("host 1\n" + line + "\n\nend\n");
        assertThat(bash.begun).hasSize(1);
    }

    /** A script in a shell of its own then says why. */
    @Test
    void aCallThatFailsHasNoAnswerAndTheNextOneHas() throws Exception {
        String fails = "usages() { [ -e \"$COPIES/whole\" ]; ANSWER=$'host 1\\n'; }";
        assertThat(call(LONG, fails)).isEmpty();
        Files.createFile(folder.resolve("whole"));
        assertThat(call(LONG, fails)).contains("host 1\n");
        assertThat(bash.begun).hasSize(1);
    }

    @Test
    void aSessionThatEndsBeforeItBeginsHasNoAnswer() {
        assertThat(call(LONG, "need no-such-command its-package")).isEmpty();
    }

    @Test
    void aCallThatHangsEndsTheSession() {
        ShellFault fault = catchThrowableOfType(ShellFault.class, () -> call(Duration.ofSeconds(1), "usages() { " + HANGS + "; }"));
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.TIMEOUT);
        assertThat(fault).hasMessageContaining("(pi-1)").hasMessageContaining("within 1.0 s").hasMessageContaining("\nMaybe ");
        await().until(() -> !bash.begun.get(0).isAlive() && !childRuns());
        assertThat(call(LONG)).as("the next session").isPresent();
    }

    /** As a call to a daemon that hangs while the functions are loaded: the server is not needed for its end. */
    @Test
    void aSessionThatDoesNotBeginLeavesNoProcess() throws Exception {
        beginSeconds = 1;
        assertThat(call(LONG, HANGS)).isEmpty();
        await().until(() -> !bash.begun.get(0).isAlive() && !childRuns());
        assertThat(folder.resolve("child")).exists();
    }

    @Test
    void aSessionThatBeganIsNotEndedByTheLimitOfItsBegin() throws Exception {
        beginSeconds = 3;
        assertThat(call(LONG)).isPresent();
        assertThat(bash.begun.get(0).waitFor(4, TimeUnit.SECONDS)).as("ended").isFalse();
        assertThat(call(LONG)).isPresent();
        assertThat(bash.begun).hasSize(1);
    }

    @Test
    void noSessionBeginsAfterTheEnd() {
        sessions.close();
        assertThat(call(LONG)).isEmpty();
        assertThat(bash.begun).isEmpty();
    }

    @Test
    void aScriptOfOneCallFailsWithoutAPartOfTheAnswer() throws Exception {
        String once = "usages() { ANSWER=$'host 1\\n'; false; ANSWER+=$'quota 1\\n'; }\nUSAGES=usages_once";
        Process process = new ProcessBuilder("bash").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (OutputStream input = process.getOutputStream()) {
            input.write(script(once));
        }
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        assertThat(process.waitFor()).isNotZero();
    }

    @Test
    void aSessionWhoseMachineEndedItIsReplaced() {
        assertThat(call(LONG)).isPresent();
        bash.begun.get(0).destroyForcibly();
        await().until(() -> call(LONG).isPresent());
        assertThat(bash.begun).hasSize(2);
    }

    @Test
    void aSessionWhoseServerEndsItLeavesNoProcess() {
        assertThat(call(LONG)).isPresent();
        sessions.close();
        await().until(() -> !bash.begun.get(0).isAlive());
    }

    /** Rented machines come and go, each with a name of its own. */
    @Test
    void nothingIsKeptOfMachinesThatAreNoLongerCalled() {
        for (int number = 0; number < 3; number++) {
            Machine rented = new Machine("rented-" + number, "127.0.0.1", 22, "bed");
            assertThat(sessions.run(rented, this::script, LONG, MARGIN)).isPresent();
        }
        assertThat(sessions.size()).as("sessions that may be called again").isEqualTo(3);
        await().until(() -> { // a session ends a moment after its process, and others are looked at when one begins
            bash.begun.forEach(Process::destroyForcibly);
            return call(LONG).isPresent() && sessions.size() == 1;
        });
        sessions.close();
        await().until(() -> bash.begun.stream().noneMatch(Process::isAlive));
    }

    @Test
    void aMachineThatFloodsOrAnswersUnaskedLosesItsSession() {
        assertThat(call(LONG, "answer_usages() { for i in {1..300}; do printf '=%060000d\\n' 1; done; echo done >&3; }"))
                .as("18 MB").isEmpty();
        assertThat(call(LONG, "attend_usages() { printf 'attends\\n'; read -r _",
                "printf '=host 1\\nended 0\\n=host 2\\nended 0\\n'; read -r _; }"))
                .contains("host 1\n");
        await().untilAsserted(() -> assertThat(bash.begun.get(1).isAlive()).as("after a second answer to one call").isFalse());
        assertThat(call(LONG)).isPresent();
    }

    @Test
    void linesThatBelongToNoAnswerEndTheSession() {
        beginSeconds = 600; // it would end them too
        String attends = "attend_usages() { printf 'attends\\n'; read -r _; ";
        String closed = " | head -c 400000 || :; read -r _; }"; // waits until the server closes the session
        String[] floods = {"attend_usages() { yes" + closed, attends + "yes" + closed,
            attends + "printf '=host 1\\nended 0\\n'; yes 'ended 0'" + closed};
        for (int number = 0; number < floods.length; number++) {
            Process process = begunBy(floods[number]);
            await().untilAsserted(() -> assertThat(process.isAlive()).isFalse());
        }
        assertThat(bash.begun).hasSize(floods.length);
    }

    private Process begunBy(String flood) {
        call(LONG, flood);
        return bash.begun.get(bash.begun.size() - 1);
    }
}
