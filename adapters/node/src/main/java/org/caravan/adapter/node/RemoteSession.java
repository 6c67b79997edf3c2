package org.caravan.adapter.node;

import java.io.EOFException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.text.TextRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Persistent remote bash session for frequent calls ({@code attend.sh}). Runs several calls concurrently, each in its own process.
 */
final class RemoteSession implements AutoCloseable {

    /** Large, so that calls that wait for readiness do not delay others. */
    private static final int SLOTS = 64;
    /** Longer than any call; the limit ends a remote session that has lost its connection. */
    private static final Duration LIMIT = Duration.ofMinutes(12);
    /** The remote session ends after a minute without a call; a session close to this limit gets no new call. */
    private static final Duration IDLE = Duration.ofSeconds(45);
    /** With a margin for a caller that got the session just before the limit of a new call, and has not begun its call yet. */
    private static final Duration ABANDONED = Duration.ofSeconds(75);
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(30);
    /** Maximum characters of lines that belong to no open call, between two answers; above it the session is ended. */
    private static final long MOST_STRAY = 1 << 18;
    private static final Logger LOG = LoggerFactory.getLogger(RemoteSession.class);

    private final Machine machine;
    private final LongSupplier clock;
    private final AtomicLong numbers = new AtomicLong();
    private final BlockingQueue<Integer> slots = new LinkedBlockingQueue<>(IntStream.range(0, SLOTS).boxed().toList());
    private final Map<Long, CompletableFuture<CommandResult>> open = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> attends = new CompletableFuture<>();
    private volatile boolean gone;
    private volatile long lastUsed;
    private volatile CommandChannel talk;

    private RemoteSession(Machine machine, LongSupplier clock) {
        this.machine = machine;
        this.clock = clock;
        lastUsed = clock.getAsLong();
    }

    /** @param clock in ns, as {@link System#nanoTime} */
    static RemoteSession begin(Shell shell, Machine machine, LongSupplier clock) {
        byte[] script = NodeScripts.session();
        RemoteSession session = new RemoteSession(machine, clock);
        // Read by length, because the input continues after the script.
        session.talk = shell.talk(machine, "LIMIT=%d LC_ALL=C bash -c 'IFS= read -r -N %d script && eval \"$script\"'"
                .formatted(LIMIT.toSeconds(), script.length), BEGIN_LIMIT, session.new Ear());
        try {
            session.talk.say(script);
            session.await(session.attends, BEGIN_LIMIT);
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** True if it accepts another call. */
    boolean fit() {
        return within(IDLE);
    }

    /** True if it has ended, or must have ended on the machine; a caller may still begin a call in another one that is not {@link #fit}. */
    boolean abandoned() {
        return !within(ABANDONED);
    }

    private boolean within(Duration idle) {
        return !gone && (!open.isEmpty() || clock.getAsLong() - lastUsed < idle.toNanos());
    }

    /**
     * Runs a call to its end. Throws {@link ShellFault}.
     *
     * @param timeout time limit; the host then ends the call, with exit code 124
     * @param margin additional time to receive that result
     * @return the output, or for a failed call only its errors; the last 3000 characters
     */
    CommandResult run(byte[] script, Duration timeout, Duration margin) {
        requireSendable(script);
        int slot = takeSlot(timeout);
        long number = numbers.incrementAndGet();
        CompletableFuture<CommandResult> answer = new CompletableFuture<>();
        open.put(number, answer);
        try {
            if (gone) {
                throw broken(null);
            }
            lastUsed = clock.getAsLong();
            talk.say(CallFrame.of(number, slot, script));
            return hear(number, slot, answer, timeout, margin);
        } finally {
            open.remove(number);
            lastUsed = clock.getAsLong();
            slots.add(slot);
        }
    }

    private CommandResult hear(long number, int slot, CompletableFuture<CommandResult> answer, Duration timeout, Duration margin) {
        try {
            return await(answer, timeout);
        } catch (ShellFault slow) {
            if (slow.kind() != ShellFault.Kind.TIMEOUT) {
                throw slow;
            }
            talk.say(CallFrame.end(number, slot));
            return await(answer, margin);
        }
    }

    private int takeSlot(Duration timeout) {
        try {
            Integer slot = slots.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
            if (slot == null) {
                throw timeout(timeout);
            }
            return slot;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw broken(e);
        }
    }

    private <T> T await(CompletableFuture<T> answer, Duration timeout) {
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw timeout(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw broken(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ShellFault fault ? copyOf(fault) : broken(e.getCause());
        }
    }

    /** Checked before a slot is taken, so that nothing is sent. */
    private void requireSendable(byte[] script) {
        CallFrame.refusal(script).ifPresent(why -> {
            throw new ShellFault(ShellFault.Kind.MALFORMED,
                    ("A call was not sent to the machine (%s): %s.\nMaybe search for it in the image and the model of the deployed "
                    + "application.")
                    .formatted(machine.id(), why), null);
        });
    }

    /** Several threads wait for the end of one session; each throws its own exception. */
    private static ShellFault copyOf(ShellFault fault) {
        return new ShellFault(fault.kind(), fault.getMessage(), fault);
    }

    private ShellFault refused() {
        return new ShellFault(ShellFault.Kind.UNREACHABLE,
                "A call arrived corrupted at the machine (%s) and was not executed.\nMaybe repeat it.".formatted(machine.id()), null);
    }

    private ShellFault malformed() {
        return new ShellFault(ShellFault.Kind.MALFORMED,
                ("The machine (%s) answered a call with an invalid answer; it is unknown whether the call took effect.\nMaybe check "
                + "whether another program writes to the output of its shell.")
                .formatted(machine.id()), null);
    }

    private ShellFault flooded() {
        return new ShellFault(ShellFault.Kind.MALFORMED,
                ("The machine (%s) wrote more than %d characters of invalid answers; its session was closed.\nMaybe check what ~/.bashrc "
                + "of its user writes.")
                .formatted(machine.id(), MOST_STRAY), null);
    }

    private ShellFault timeout(Duration timeout) {
        return new ShellFault(ShellFault.Kind.TIMEOUT,
                "The machine (%s) did not end a command within %s s.\nMaybe it is overloaded; the command may still be running there."
                .formatted(machine.id(), timeout.toMillis() / 1000.0), null);
    }

    private ShellFault broken(Throwable cause) {
        return new ShellFault(ShellFault.Kind.UNREACHABLE,
                ("The connection to the machine (%s) broke while running a command; it is unknown whether the command took effect.\nMaybe "
                        + "repeat it: the connection is opened again.")
                        .formatted(machine.id()), cause);
    }

    @Override
    public void close() {
        gone = true;
        talk.close();
    }

    /** Ends the session. Open calls fail with this fault; the next call starts another session. */
    private void giveUp(Throwable why) {
        boolean ended = gone;
        gone = true;
        attends.completeExceptionally(why);
        open.values().forEach(answer -> answer.completeExceptionally(why));
        CommandChannel own = talk;
        if (!ended && own != null) {
            own.close();
        }
    }

    /** Receives answers on one thread. */
    private final class Ear implements CommandChannel.Listener {

        private long stray;
        private boolean logged;

        @Override
        public void heard(String line) {
            CallAnswer said = CallAnswer.parse(line);
            if (said instanceof CallAnswer.Ready) {
                attends.complete(null);
            } else if (said instanceof CallAnswer.Ended ended) {
                answer(ended.number(), line, answer -> answer.complete(ended.result()));
            } else if (said instanceof CallAnswer.Refused refused) {
                answer(refused.number(), line, answer -> answer.completeExceptionally(refused()));
            } else if (said instanceof CallAnswer.Malformed malformed) {
                answer(malformed.number(), line, answer -> answer.completeExceptionally(malformed()));
            } else if (said instanceof CallAnswer.Lost) {
                giveUp(broken(null));
            } else {
                drop(line, attends.isDone() && !line.isEmpty());
            }
        }

        private void answer(long number, String line, Consumer<CompletableFuture<CommandResult>> with) {
            CompletableFuture<CommandResult> answer = open.get(number);
            if (answer != null) {
                stray = 0;
                with.accept(answer);
            } else {
                drop(line, number > numbers.get()); // lower numbers belong to calls that timed out
            }
        }

        private void drop(String line, boolean odd) {
            stray += line.length();
            if (odd && !logged) {
                logged = true;
                LOG.warn("The machine ({}) wrote a line that is not an answer to a call ({}); further lines are dropped silently.",
                        machine.id(), TextRule.excerpt(line));
            }
            if (stray > MOST_STRAY && !gone) {
                giveUp(flooded());
            }
        }

        @Override
        public void overflowed() {
            giveUp(flooded());
        }

        @Override
        public void ended() {
            giveUp(new EOFException("the remote session ended"));
        }
    }
}
