package org.caravan.server;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The class path of processes that tests start. With {@code -Dtest.class-archive=true} (the gate) folders of it become jars, and a
 * training run makes a class-data archive, from which such a process starts with 3 CPU-seconds less. Java archives no classes of folders.
 *
 * @param options of Java: the class path and, if there is one, the archive
 */
record ProcessClasses(List<String> options) {

    /** Of all processes of tests; the archive is made with them, too. */
    static final List<String> JAVA = List.of("-XX:+UseSerialGC", "-Xmx192m", "-XX:TieredStopAtLevel=1");

    private static final Path FOLDER = Path.of("target/class-archive-of-tests").toAbsolutePath();
    private static final long TRAINING_SECONDS = 300;

    private static ProcessClasses archived;
    private static boolean failed;

    /** Those with an archive, if it is wanted and no other process of tests makes it at this moment. */
    static synchronized ProcessClasses now() {
        List<Path> path = Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .split(File.pathSeparator)).map(Path::of).toList();
        if (archived == null && !failed && Boolean.getBoolean("test.class-archive")) {
            try {
                archived = archived(path);
            } catch (IOException e) {
                throw new UncheckedIOException("the archive of classes for processes of tests", e);
            }
        }
        return archived == null ? new ProcessClasses(List.of("-cp", joined(path))) : archived;
    }

    private static String joined(List<Path> path) {
        return path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Null while another process makes it, or if none can be made. */
    private static ProcessClasses archived(List<Path> path) throws IOException {
        Path folder = FOLDER.resolve(digest(path));
        Files.createDirectories(folder);
        Path archive = folder.resolve("classes.jsa");
        List<Path> jars = new ArrayList<>();
        for (Path entry : path) {
            if (!Files.isDirectory(entry)) {
                jars.add(entry);
            } else if (!isEmpty(entry)) {
                jars.add(folder.resolve("folder-" + jars.size() + ".jar"));
            }
        }
        if (!Files.exists(archive)) {
            try (FileChannel channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = locked(channel)) {
                if (lock == null) {
                    return null;
                }
                if (!Files.exists(archive) && !make(path, folder, jars, archive)) {
                    failed = true;
                    return null;
                }
            }
        }
        return new ProcessClasses(List.of("-XX:SharedArchiveFile=" + archive, "-cp", joined(jars)));
    }

    private static FileLock locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static boolean make(List<Path> path, Path folder, List<Path> jars, Path archive) throws IOException {
        int at = 0;
        for (Path entry : path) {
            if (!Files.isDirectory(entry)) {
                at++;
            } else if (!isEmpty(entry)) {
                jar(entry, jars.get(at));
                at++;
            }
        }
        Path made = folder.resolve("new.jsa");
        Path data = Files.createTempDirectory(folder, "training");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JAVA);
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + made, "-Djava.io.tmpdir=" + data, "-cp", joined(jars),
                CaravanServer.class.getName(), "training-run", data.resolve("data").toString()));
        Process training = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
        try {
            if (training.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS) && training.exitValue() == 0 && Files.exists(made)) {
                Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            training.destroyForcibly();
        }
        System.out.println("No archive of classes for processes of tests, which start more slowly: see " + folder.resolve("log"));
        return false;
    }

    /** Quick to write and to read: little is compressed. */
    private static void jar(Path folder, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (Path one : entries(folder)) {
                String name = folder.relativize(one).toString().replace(File.separatorChar, '/');
                boolean inner = Files.isDirectory(one);
                if (inner && name.isEmpty()) {
                    continue;
                }
                // Searches for classes of a package ask for its folder.
                ZipEntry entry = new ZipEntry(inner ? name + "/" : name);
                entry.setTime(0);
                zip.putNextEntry(entry);
                if (!inner) {
                    Files.copy(one, zip);
                }
                zip.closeEntry();
            }
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }

    /** Of names, sizes and times of everything on the class path, and of Java. */
    private static String digest(List<Path> path) throws IOException {
        CRC32 digest = new CRC32();
        digest.update(System.getProperty("java.vm.version").getBytes(StandardCharsets.UTF_8));
        for (Path entry : path) {
            for (Path one : Files.isDirectory(entry) ? entries(entry) : List.of(entry)) {
                String text = one + " " + (Files.isRegularFile(one) ? Files.size(one) + " " + Files.getLastModifiedTime(one) : "") + "\n";
                digest.update(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        return Long.toHexString(digest.getValue());
    }
}
