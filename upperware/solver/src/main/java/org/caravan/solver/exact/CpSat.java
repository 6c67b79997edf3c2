package org.caravan.solver.exact;

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
import org.caravan.solver.score.SearchProgress;

/**
 * Runs CP-SAT in a child process ({@link CpSatChild}). A failure of its native library does not stop the server, its memory is separate,
 * and it can be stopped at any time.
 */
final class CpSat {

    /** Time beyond the solver's limit: start of the process, reading of the model, presolve. */
    private static final int GRACE_SECONDS = 60;
    private static final long LOOK_MILLIS = 50;
    private static final String MOST_HEAP = "-Xmx1g";

    private final String classPath;
    private final SearchProgress watch = SearchProgress.ofThread();

    /** @param classPath contains OR-tools with its native library */
    CpSat(String classPath) {
        this.classPath = classPath;
    }

    /**
     * Returns the solver's answer; empty if the solver does not run on this machine or failed.
     *
     * @param seconds wall-clock limit
     * @param found receives each better placement, as hosts by instance
     * @throws org.caravan.plan.planner.PlanningCancelled if the planning is cancelled
     */
    Optional<CpSatRun.Answer> answer(ExactModel model, int seconds, Consumer<int[]> found) {
        SearchProgress.look();
        try {
            Path folder = Files.createTempDirectory("caravan-cp-sat");
            try {
                return answered(started(folder), model, seconds, found);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            // An empty answer is reported as "solver not available".
            return Optional.empty();
        }
    }

    /** @param folder directory for the unpacked native library, deleted afterwards in any case */
    private Process started(Path folder) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(List.of(java, MOST_HEAP, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("error.log"), "-Djava.io.tmpdir=" + folder, "-cp", classPath, CpSatChild.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private Optional<CpSatRun.Answer> answered(Process process, ExactModel model, int seconds, Consumer<int[]> found) {
        Thread ending = ending(process, seconds + GRACE_SECONDS);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), 1 << 16)); DataInputStream in =
                new DataInputStream(process.getInputStream())) {
            out.writeInt(seconds);
            model.program().write(out);
            out.flush();
            return read(in, ones -> found.accept(model.positions(ones)));
        } catch (IOException e) {
            SearchProgress.look();
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
        return kind == CpSatChild.ENDED ? Optional.of(new CpSatRun.Answer(in.readBoolean(), in.readLong(), in.readDouble()))
                : Optional.empty();
    }

    /** Stops the process when planning is cancelled or the time limit is exceeded. */
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
