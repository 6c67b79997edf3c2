package org.caravan.solver;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Asks CP-SAT in a process of its own ({@link CpSatChild}): where its native library fails it does not take the server with it, its memory is its own, and it
 * can be ended at any moment.
 */
final class CpSat {

    /** Beyond the time that it is given: to start, to read the model, and to make it smaller. */
    private static final int GRACE_SECONDS = 60;
    private static final long LOOK_MILLIS = 50;
    private static final String MOST_HEAP = "-Xmx1g";

    private final String classPath;
    private final Watch watch = Watch.ofThread();

    /** @param classPath with OR-tools on it, its native library among the rest */
    CpSat(String classPath) {
        this.classPath = classPath;
    }

    /**
     * Empty where it does not run on this machine, or fell.
     *
     * @param seconds by the clock, at most
     * @param found is told of each better placement, as seats by tenant
     * @throws org.caravan.plan.PlanningCancelled if the planning is to end
     */
    Optional<CpSatRun.Answer> answer(ExactModel model, int seconds, Consumer<int[]> found) {
        Watch.look();
        try {
            Path folder = Files.createTempDirectory("caravan-cp-sat");
            try {
                return answered(started(folder), model, seconds, found);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            // Whoever reads of it is told that it is not there.
            return Optional.empty();
        }
    }

    /** @param folder where its native library is unpacked, and which is gone afterwards however it ended */
    private Process started(Path folder) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(List.of(java, MOST_HEAP, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("error.log"), "-Djava.io.tmpdir=" + folder, "-cp", classPath, CpSatChild.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private Optional<CpSatRun.Answer> answered(Process process, ExactModel model, int seconds, Consumer<int[]> found) {
        Thread ending = ending(process, seconds + GRACE_SECONDS);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16)); DataInputStream in = new DataInputStream(process.getInputStream())) {
            out.writeInt(seconds);
            model.program().write(out);
            out.flush();
            return read(in, ones -> found.accept(model.seats(ones)));
        } catch (IOException e) {
            Watch.look();
            return Optional.empty();
        } finally {
            ending.interrupt();
            end(process);
        }
    }

    private static Optional<CpSatRun.Answer> read(DataInputStream in, Consumer<BitSet> found) throws IOException {
        int kind = in.readByte();
        while (kind == CpSatChild.FOUND) {
            found.accept(BitSet.valueOf(in.readNBytes(in.readInt())));
            kind = in.readByte();
        }
        return kind == CpSatChild.ENDED ? Optional.of(new CpSatRun.Answer(in.readBoolean(), in.readLong(), in.readDouble())) : Optional.empty();
    }

    /** Ends the process when the planning is to end, or when it does not end by itself. */
    private Thread ending(Process process, int seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Thread thread = new Thread(() -> {
            try {
                boolean ended = false;
                while (!ended && !watch.isCancelled() && System.nanoTime() < end) {
                    ended = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                }
                process.destroyForcibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "cp-sat-end");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void end(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
