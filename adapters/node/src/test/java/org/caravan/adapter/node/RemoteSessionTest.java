package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.ShellFault;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kept bash is as good for each call as one of its own. Here it runs on this machine. */
class RemoteSessionTest {

    private static final Machine MACHINE = new Machine("pi-1", "127.0.0.1", 22, "bed");
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final LocalBash bash = new LocalBash();
    private final RemoteSessionPool sessions = new RemoteSessionPool(bash);

    @BeforeEach
    void needsRun() {
        assumeTrue(Files.isWritable(Path.of("/run")), "SKIPPED: remote sessions need root on Linux");
    }

    @AfterEach
    void end() {
        sessions.close();
        bash.close();
    }

    private CommandResult run(String script) {
        return run(script, LONG);
    }

    private CommandResult run(String script, Duration timeout) {
        return sessions.on(MACHINE).run(script.getBytes(StandardCharsets.UTF_8), timeout, LONG);
    }

    @Test
    void answersWithWhatTheCallWroteOrWithItsErrors() {
        assertThat(run("echo one; echo two; echo noise >&2")).isEqualTo(new CommandResult(0, "one\ntwo", ""));
        assertThat(run("")).isEqualTo(new CommandResult(0, "", ""));
        assertThat(run("echo what; fault OUTDATED 'The host is ahead.' 'plan again.'"))
                .isEqualTo(new CommandResult(40, "", "caravan-fault OUTDATED\nThe host is ahead.\nMaybe plan again.\n"));
        assertThat(run("false; echo on").exitCode()).as("ends at what fails").isEqualTo(1);
        assertThat(run("echo 'ä € %s \\n'").output()).isEqualTo("ä € %s \\n");
        assertThat(bash.begun).hasSize(1);
    }

    /** A deployment that probably follows waits for no session then. */
    @Test
    void aPreparedHostHasASessionForTheCallsThatFollow() {
        Host host = new Host("pi-1", "pi-3", "lxc", "127.0.0.1", 22, "bed");
        try (ScriptCalls calls = new ScriptCalls(bash, new NodeScripts(RemoteSessionTest.class), ScriptSettings.DEFAULT, () -> "lxc")) {
            calls.prepare(host, LONG);
            calls.prepare(host, LONG);
            assertThat(bash.begun).as("one session, which is kept").hasSize(1);
            assertThat(bash.begun.get(0).isAlive()).isTrue();
        }
    }

    @Test
    void callsGoOnWhenTheProgramThatChecksThemIsKilled() {
        assertThat(run("echo one").output()).isEqualTo("one");
        List<ProcessHandle> checking = checking();
        assertThat(checking).hasSize(1);
        checking.get(0).destroyForcibly();
        await().untilAsserted(() -> assertThat(checking()).isEmpty()); // its number stays until its shell looks
        assertThat(run("echo two").output()).isEqualTo("two");
        assertThat(checking()).hasSize(1).doesNotContainAnyElementsOf(checking);
        assertThat(bash.begun).hasSize(1);
    }

    @Test
    void moreCallsThanOneProgramChecksAreAnswered() {
        for (int call = 0; call < 510; call++) {
            assertThat(run("echo " + call).output()).isEqualTo("" + call);
        }
        assertThat(checking()).hasSize(1);
        assertThat(bash.begun).hasSize(1);
    }

    @Test
    void whatChecksCallsEndsWithItsShell() {
        run("");
        List<ProcessHandle> checking = checking();
        assertThat(checking).hasSize(1);
        bash.close();
        await().untilAsserted(() -> assertThat(checking.get(0).isAlive()).isFalse());
    }

    private List<ProcessHandle> checking() {
        return bash.begun.stream().flatMap(Process::descendants)
                .filter(process -> process.info().command().filter(name -> name.endsWith("/sha256sum")).isPresent()).toList();
    }

    @Test
    void oneCallLeavesNothingBehindForTheNext() {
        run("LABEL=shop.web.1.7; cd /; for_call() { :; }; trap 'echo gone' EXIT; attendance=yes");
        assertThat(run("echo ${LABEL:-none} ${attendance:-no}; declare -F for_call; PROVIDER=lxc; for_call; echo $FOLDER").output())
                .isEqualTo("none no\nfor_call\n/var/lib/caravan/lxc/none");
    }

    @Test
    void functionsOfACopysOwnFileAreThoseOfTheCall() {
        assertThat(run("attending=; declare -F").output()).contains("declare -f start_again").doesNotContain("attend");
    }

    @Test
    void runsCallsBesideEachOther() {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            // The first ones end only when the last one has begun.
            List<CompletableFuture<CommandResult>> answers = IntStream.rangeClosed(1, 8)
                    .mapToObj(number -> CompletableFuture.supplyAsync(() ->
                    run(": >%s/%d; until [ -e %s/8 ]; do sleep 0.01; done; echo %d".formatted(folder, number, folder, number)), threads))
                            .toList();
            assertThat(answers.stream().map(answer -> answer.orTimeout(2, TimeUnit.MINUTES).join().output()))
                    .containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aCallThatTakesTooLongIsEndedWithAllItStarted() {
        CommandResult answer = run("sleep 1000 & echo $! $BASHPID >%s/pids; wait".formatted(folder), Duration.ofSeconds(1));
        assertThat(answer.exitCode()).isEqualTo(124);
        assertThat(run(
                ("read -r one two <%s/pids; for try in {1..100}; do kill -0 $one 2>/dev/null || kill -0 $two 2>/dev/null || break; sleep "
                + "0.05; done; echo $try")
                .formatted(folder)).output()).isNotEqualTo("100");
        assertThat(run("echo on").output()).isEqualTo("on");
    }

    @Test
    void aLongAnswerKeepsItsEnd() {
        assertThat(run("printf '%05d\\n' {1..2000}").output()).hasSize(3000).endsWith("01999\n02000");
    }

    @Test
    void whoeverWaitsHearsThatItIsGoneAndTheNextCallBeginsAnother() {
        ShellFault fault = catchThrowableOfType(ShellFault.class, () -> run("kill -KILL $$ 0"));
        assertThat(fault.kind()).isEqualTo(ShellFault.Kind.UNREACHABLE);
        assertThat(fault).hasMessageContaining("(pi-1) broke while running a command");
        assertThat(run("echo again").output()).isEqualTo("again");
        assertThat(bash.begun).hasSize(2);
    }

    @Test
    void aMachineThatIsOffCostsAllThatWaitOneAttempt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch off = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        FakeShell shell = new FakeShell(new CommandResult(0, "", "")) {
            @Override
            public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
                attempts.incrementAndGet();
                asked.countDown();
                try {
                    off.await(2, TimeUnit.MINUTES);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                throw new ShellFault(ShellFault.Kind.UNREACHABLE, "off", null);
            }
        };
        RemoteSessionPool own = new RemoteSessionPool(shell);
        List<Thread> callers = IntStream.range(0, 4)
                .mapToObj(number -> new Thread(() -> catchThrowableOfType(ShellFault.class, () -> own.on(MACHINE)))).toList();
        callers.forEach(Thread::start);
        assertThat(asked.await(2, TimeUnit.MINUTES)).isTrue();
        await().until(() -> callers.stream().allMatch(caller -> Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                .contains(caller.getState())));
        off.countDown();
        for (Thread caller : callers) {
            caller.join(LONG.toMillis());
            assertThat(caller.isAlive()).isFalse();
        }
        assertThat(attempts).hasValue(1);
    }

    @Test
    void machinesThatAreNoLongerCalledLeaveThePool() {
        run("");
        Machine removed = new Machine("pi-2", "127.0.0.1", 22, "bed");
        sessions.on(removed).run(new byte[0], LONG, LONG);
        assertThat(sessions.size()).isEqualTo(2);
        bash.begun.get(1).destroyForcibly();
        Machine next = new Machine("pi-3", "127.0.0.1", 22, "bed");
        // A call to a session that has ended fails; the next call begins another one, which removes those of other machines.
        await().ignoreExceptions().until(() -> {
            bash.begun.get(bash.begun.size() - 1).destroyForcibly();
            sessions.on(next).run(new byte[0], LONG, LONG);
            return sessions.size() == 2;
        });
        assertThat(run("echo on").output()).isEqualTo("on");
        assertThat(bash.begun.get(0).isAlive()).as("the session of a machine that is called").isTrue();
    }

    /** A session gets no new call after 45 s; a caller that got it just before begins its call a little later. */
    @Test
    void aSessionStaysOpenForACallerThatGotItBeforeItsLimit() {
        AtomicLong now = new AtomicLong();
        RemoteSessionPool own = new RemoteSessionPool(bash, now::get);
        Machine other = new Machine("pi-2", "127.0.0.1", 22, "bed");
        now.set(TimeUnit.SECONDS.toNanos(44));
        RemoteSession got = own.on(MACHINE);
        now.addAndGet(TimeUnit.SECONDS.toNanos(50));
        own.on(other);
        assertThat(own.size()).isEqualTo(2);
        assertThat(own.on(MACHINE)).as("the session of a new call").isNotSameAs(got);
        assertThat(got.run("echo on".getBytes(StandardCharsets.UTF_8), LONG, LONG).output()).isEqualTo("on");
        now.addAndGet(TimeUnit.SECONDS.toNanos(76));
        own.on(new Machine("pi-3", "127.0.0.1", 22, "bed"));
        assertThat(own.size()).as("without those that were not called for more than a minute").isOne();
        own.close();
    }

    @Test
    void whatRunsWhenTheServerGoesIsCarriedToItsEnd() throws Exception {
        CompletableFuture<Void> call = CompletableFuture.runAsync(() ->
                run(": >%s/begun; until [ -e %s/closed ]; do sleep 0.01; done; : >%s/ended".formatted(folder, folder, folder)));
        run("until [ -e %s/begun ]; do sleep 0.01; done".formatted(folder));
        sessions.close();
        Files.createFile(folder.resolve("closed"));
        assertThat(Lifetime.limited(bash.begun.get(0)).waitFor()).isZero();
        assertThat(folder.resolve("ended")).exists();
        assertThat(call).isDone();
    }
}
