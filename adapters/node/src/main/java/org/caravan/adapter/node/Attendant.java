package org.caravan.adapter.node;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
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
import java.util.stream.IntStream;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.ssh.Talk;

/** Bash that is kept on a host while calls come ({@code attend.sh}): runs several of them at once, each in a process of its own. */
final class Attendant implements AutoCloseable {

    /** More than a host has calls that only wait for something to be ready: those must not hold up the others. */
    private static final int SLOTS = 64;
    /** Longer than any call takes: what an attendant ends by itself, when nobody hears it any more. */
    private static final Duration LIMIT = Duration.ofMinutes(12);
    /** It ends by itself after a minute without a call; one that is about to do so gets none. */
    private static final Duration IDLE = Duration.ofSeconds(45);
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(30);

    private final Machine machine;
    private final AtomicLong numbers = new AtomicLong();
    private final BlockingQueue<Integer> slots = new LinkedBlockingQueue<>(IntStream.range(0, SLOTS).boxed().toList());
    private final Map<Long, CompletableFuture<CommandResult>> open = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> attends = new CompletableFuture<>();
    private volatile boolean gone;
    private volatile long lastUsed = System.nanoTime();
    private Talk talk;

    private Attendant(Machine machine) {
        this.machine = machine;
    }

    static Attendant begin(Shell shell, Machine machine) {
        byte[] script = NodeScripts.attendant();
        Attendant attendant = new Attendant(machine);
        // By its length, because its input does not end with it.
        attendant.talk = shell.talk(machine, "LIMIT=%d LC_ALL=C bash -c 'IFS= read -r -N %d script && eval \"$script\"'"
                .formatted(LIMIT.toSeconds(), script.length), BEGIN_LIMIT, attendant.new Ear());
        try {
            attendant.talk.say(script);
            attendant.await(attendant.attends, BEGIN_LIMIT);
            return attendant;
        } catch (RuntimeException e) {
            attendant.close();
            throw e;
        }
    }

    /** Whether it takes another call. */
    boolean fit() {
        return !gone && (!open.isEmpty() || System.nanoTime() - lastUsed < IDLE.toNanos());
    }

    /**
     * Runs a call to its end. Throws {@link ShellFault}.
     *
     * @param timeout after which it is ended on the host, with exit code 124
     * @param margin to hear of that
     * @return what it wrote, of one that failed only its errors; the last 3000 characters
     */
    CommandResult run(byte[] script, Duration timeout, Duration margin) {
        int slot = takeSlot(timeout);
        long number = numbers.incrementAndGet();
        CompletableFuture<CommandResult> answer = new CompletableFuture<>();
        open.put(number, answer);
        try {
            if (gone) {
                throw broken(null);
            }
            lastUsed = System.nanoTime();
            talk.say(message(number + " " + slot + " " + script.length + "\n", script));
            return hear(number, slot, answer, timeout, margin);
        } finally {
            open.remove(number);
            lastUsed = System.nanoTime();
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
            talk.say((number + " " + slot + " end\n").getBytes(StandardCharsets.UTF_8));
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
            throw broken(e.getCause());
        }
    }

    private static byte[] message(String head, byte[] script) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        message.writeBytes(script);
        return message.toByteArray();
    }

    private ShellFault timeout(Duration timeout) {
        return new ShellFault(ShellFault.Kind.TIMEOUT, "The machine (%s) did not end a command within %s s.\nMaybe it is overloaded; what was begun may go on there."
                .formatted(machine.id(), timeout.toMillis() / 1000.0), null);
    }

    private ShellFault broken(Throwable cause) {
        return new ShellFault(ShellFault.Kind.UNREACHABLE,
                "The connection to the machine (%s) broke while running a command; whether that had an effect there is not known.\nMaybe repeat it: the connection is made anew."
                        .formatted(machine.id()), cause);
    }

    @Override
    public void close() {
        gone = true;
        talk.close();
    }

    /** Its answers. */
    private final class Ear implements Talk.Listener {

        @Override
        public void heard(String line) {
            String[] words = line.split(" ", 3);
            if (words.length < 3) {
                attends.complete(null);
                return;
            }
            CompletableFuture<CommandResult> answer = open.get(Long.valueOf(words[0]));
            if (answer != null) {
                int code = Integer.parseInt(words[1]);
                String said = words[2].replace('\1', '\n');
                answer.complete(code == 0 ? new CommandResult(0, said, "") : new CommandResult(code, "", said));
            }
        }

        @Override
        public void ended() {
            gone = true;
            attends.completeExceptionally(new EOFException("the attendant ended"));
            open.values().forEach(answer -> answer.completeExceptionally(new EOFException("the attendant ended")));
        }
    }
}
