package org.caravan.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.caravan.adapter.AdapterFault;

/**
 * Uploads a file to a partial file on a host. It sends pieces of about two seconds, each acknowledged before the next. An
 * interruption therefore costs at most one piece, other calls run in between, and small buffers do not delay heartbeats.
 */
final class Upload {

    private static final int SMALLEST = 64 << 10;
    private static final int LARGEST = 8 << 20;
    private static final Duration PIECE = Duration.ofSeconds(2);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final HostCalls calls;
    private final TransferSettings settings;
    private final LongSupplier pace;
    private final LongConsumer arrived;
    private final LineSpeed speed;

    /**
     * @param pace limit in bytes per second, evaluated for each piece
     * @param arrived receives the number of bytes on the host after each piece
     */
    Upload(HostCalls calls, TransferSettings settings, LongSupplier pace, LongConsumer arrived, LineSpeed speed) {
        this.calls = calls;
        this.settings = settings;
        this.pace = pace;
        this.arrived = arrived;
        this.speed = speed;
    }

    /** Sends the data after {@code offset}; waits for an unreachable host as long as the settings permit. */
    void send(Path file, String remote, long offset) throws IOException {
        try (FileChannel content = FileChannel.open(file)) {
            long there = offset;
            Duration pause = FIRST_PAUSE;
            long patience = System.nanoTime() + settings.patience().toNanos();
            while (there < content.size()) {
                try {
                    there = piece(content, remote, there);
                    arrived.accept(there);
                    pause = FIRST_PAUSE;
                    patience = System.nanoTime() + settings.patience().toNanos();
                } catch (AdapterFault fault) {
                    if (fault.kind() != AdapterFault.Kind.UNREACHABLE || System.nanoTime() + pause.toNanos() > patience) {
                        throw fault;
                    }
                    pause(pause);
                    pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                }
            }
        }
    }

    /** @return bytes written so far, whatever the size of the remote file */
    private long piece(FileChannel content, String remote, long offset) throws IOException {
        long limit = Math.max(1000, pace.getAsLong());
        long wanted = Math.min(limit, speed.bytesPerSecond()) * PIECE.toMillis() / 1000;
        int length = (int) Math.min(content.size() - offset, Math.max(Math.min(SMALLEST, limit * 2), Math.min(LARGEST, wanted)));
        ByteBuffer piece = ByteBuffer.allocate(length);
        for (int read = 0; read >= 0 && piece.hasRemaining(); ) {
            read = content.read(piece, offset + piece.position());
        }
        long begun = System.nanoTime();
        // Allows a piece over a link of 64 kbit/s; slower links count as broken.
        Duration timeout = settings.call().plusSeconds(length / 8000);
        long size = calls.write(remote, offset, piece.array(), timeout);
        if (size < offset + length) {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "A piece of " + remote
                    + " arrived incomplete.\nMaybe the connection was interrupted: repeat it.");
        }
        long nanos = Math.max(1, System.nanoTime() - begun);
        speed.seen(length, nanos);
        pause(Duration.ofNanos(Math.round(1e9 * length / limit) - nanos));
        return offset + length;
    }

    private static void pause(Duration pause) {
        if (!pause.isNegative() && !pause.isZero()) {
            LockSupport.parkNanos(pause.toNanos());
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE,
                    "The transfer was stopped with the server.\nMaybe resume the deployment: received data is kept.");
        }
    }
}
