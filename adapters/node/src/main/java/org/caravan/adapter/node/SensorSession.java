package org.caravan.adapter.node;

import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/**
 * Persistent remote bash session that reads the usage of a host at each call ({@code sensor.sh}). One call at a time. A machine can be
 * compromised, so its output is untrusted: its length is limited, and {@link UsageLines} parses it.
 */
final class SensorSession implements AutoCloseable {

    /** The remote session exits after this time without a call; the server stops using it earlier. */
    private static final Duration REMOTE_IDLE = Duration.ofSeconds(150);
    private static final Duration IDLE = Duration.ofSeconds(120);
    /** Settings of the host are read at the beginning of a session, so a session is replaced after this time. */
    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(30);
    /** Characters of an answer; the longest are tables of routers, up to 3 MB each. */
    private static final int LONGEST = 1 << 24;
    /** Maximum characters of lines that belong to no answer, in the whole session; above it the session is closed. */
    private static final int MOST_STRAY = 1 << 18;
    private static final byte[] CALL = (NodeScripts.USAGES + "\n").getBytes(StandardCharsets.US_ASCII);
    private static final Pattern ENDED = Pattern.compile("ended ([0-9]{1,3})");

    private final Machine machine;
    private final long begun = System.nanoTime();
    private final CompletableFuture<Void> attends = new CompletableFuture<>();
    private volatile CompletableFuture<CommandResult> answer = CompletableFuture.completedFuture(null);
    private volatile boolean ended;
    private volatile long lastUsed = System.nanoTime();
    private volatile CommandChannel talk;

    private SensorSession(Machine machine) {
        this.machine = machine;
    }

    /**
     * @param timeout time limit of each call on the machine
     * @throws ShellFault of kind MALFORMED if the machine ended the session instead of beginning it; any kind if it cannot be reached
     */
    static SensorSession begin(Shell shell, Machine machine, byte[] script, Duration timeout) {
        SensorSession session = new SensorSession(machine);
        session.talk = shell.talk(machine, "exec env IDLE=%d LIMIT=%d LC_ALL=C bash -c '. <(head -c %d)'"
                .formatted(REMOTE_IDLE.toSeconds(), timeout.toSeconds(), script.length), BEGIN_LIMIT, session.new Ear());
        try {
            session.talk.say(script);
            session.await(session.attends, BEGIN_LIMIT);
            return session;
        } catch (RuntimeException e) {
            boolean refused = session.attends.isCompletedExceptionally();
            session.close();
            if (refused) {
                throw new ShellFault(ShellFault.Kind.MALFORMED,
                        "The machine (%s) ended the session that reports its usage.\nMaybe it has no bash.".formatted(machine.id()), e);
            }
            throw e;
        }
    }

    /** True if it accepts another call. */
    boolean fit() {
        long now = System.nanoTime();
        return !ended && now - lastUsed < IDLE.toNanos() && now - begun < LIFE.toNanos();
    }

    /** @throws ShellFault of kind TIMEOUT if no answer arrived in time, else UNREACHABLE; the session is then closed */
    CommandResult run(Duration timeout) {
        CompletableFuture<CommandResult> expected = new CompletableFuture<>();
        answer = expected;
        try {
            if (ended) { // after the answer was expected, so that an end in between is seen
                throw broken(null);
            }
            talk.say(CALL);
            CommandResult result = await(expected, timeout);
            lastUsed = System.nanoTime();
            return result;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private <T> T await(CompletableFuture<T> expected, Duration timeout) {
        try {
            return expected.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw tooSlow(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw broken(e);
        } catch (ExecutionException e) {
            throw broken(e.getCause());
        }
    }

    ShellFault tooSlow(Duration timeout) {
        return new ShellFault(ShellFault.Kind.TIMEOUT,
                "The machine (%s) did not report its usage within %s s.\nMaybe it is overloaded; the next call begins a new session."
                .formatted(machine.id(), timeout.toMillis() / 1000.0), null);
    }

    private ShellFault broken(Throwable cause) {
        return new ShellFault(ShellFault.Kind.UNREACHABLE,
                "The session with the machine (%s) that reports its usage broke.\nMaybe repeat it: the connection is opened again."
                .formatted(machine.id()), cause);
    }

    @Override
    public void close() {
        fail(new EOFException("the session was closed"));
    }

    private void fail(Exception why) {
        ended = true;
        attends.completeExceptionally(why);
        answer.completeExceptionally(why);
        CommandChannel own = talk;
        if (own != null) { // also if it ended before: the channel was perhaps still opening then
            own.close();
        }
    }

    /** Collects the lines of an answer, on one thread. */
    private final class Ear implements CommandChannel.Listener {

        private StringBuilder text = new StringBuilder();
        private long stray;

        @Override
        public void heard(String line) {
            if (ended) {
                return;
            }
            if (!attends.isDone()) {
                if (line.equals("attends")) {
                    attends.complete(null);
                } else {
                    stray(line);
                }
                return;
            }
            Matcher end = ENDED.matcher(line);
            boolean part = line.startsWith("=") || line.startsWith("+");
            if (!part && !end.matches()) {
                stray(line);
            } else if (answer.isDone() || part && text.length() + line.length() > LONGEST) {
                giveUp("an answer of more than " + LONGEST + " characters, or without a call");
            } else if (part) {
                text.append(line, 1, line.length()).append(line.startsWith("=") ? "\n" : "");
            } else {
                CommandResult result = new CommandResult(Integer.parseInt(end.group(1)), text.toString(), "");
                text = new StringBuilder(); // emptied, it would keep the memory of the longest answer
                answer.complete(result);
            }
        }

        private void stray(String line) {
            stray += line.length() + 1;
            if (stray > MOST_STRAY) {
                giveUp("more than " + MOST_STRAY + " characters that belong to no answer");
            }
        }

        /** No further line of this session is kept. */
        private void giveUp(String why) {
            text = new StringBuilder();
            fail(new IllegalStateException(why));
        }

        @Override
        public void overflowed() {
            fail(new IllegalStateException("a line of more than " + CommandChannel.LONGEST_LINE + " bytes"));
        }

        @Override
        public void ended() {
            fail(new EOFException("the remote session ended"));
        }
    }
}
