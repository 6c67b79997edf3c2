package org.caravan.server;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The class path of server processes, with an archive of the classes that a start loads: 4.4 instead of 7.2 CPU-seconds per process. Java
 * archives classes of jars only, so the folders of classes become jars. The first process of a build makes both, in 25 CPU-seconds; their names are
 * digests of all that they were made of, so that none is ever stale.
 */
final class ClassArchive {

    private static final Path FOLDER = Path.of("target", "class-archive").toAbsolutePath();
    private static final long TRAINING_MINUTES = 5;

    private static List<String> options;

    private ClassArchive() {}

    /** The options of Java for a server process: the given ones, the class path, and the archive if it could be made. */
    static synchronized List<String> options(String java, List<String> given, String classPath) {
        if (options == null) {
            options = made(java, given, List.of(classPath.split(File.pathSeparator)));
        }
        return options;
    }

    private static List<String> made(String java, List<String> given, List<String> classPath) {
        try {
            Files.createDirectories(FOLDER);
            // The other fork of the tests finds what this one made.
            try (FileChannel channel = FileChannel.open(FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                List<String> jars = new ArrayList<>();
                StringBuilder made = new StringBuilder(System.getProperty("java.home") + Runtime.version());
                for (String entry : classPath) {
                    Path path = Path.of(entry);
                    String jar = Files.isDirectory(path) ? jar(path).toString() : entry;
                    jars.add(jar);
                    made.append('\n').append(jar).append(' ').append(state(Path.of(jar)));
                }
                List<String> all = new ArrayList<>(given);
                all.addAll(List.of("-cp", String.join(File.pathSeparator, jars)));
                Path archive = FOLDER.resolve(digest(made.toString()) + ".jsa");
                if (Files.exists(archive) || trained(java, all, archive)) {
                    all.add("-XX:SharedArchiveFile=" + archive);
                }
                return all;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without it servers only start more slowly. */
    private static boolean trained(String java, List<String> options, Path archive) throws IOException {
        Path folder = Files.createTempDirectory("caravan-training");
        Path written = FOLDER.resolve("new.jsa");
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(options);
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + written, CaravanServer.class.getName(), "training-run",
                folder.resolve("data").toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(FOLDER.resolve("log").toFile()).start();
        try {
            if (!process.waitFor(TRAINING_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0 || !Files.exists(written)) {
                System.out.println("Servers of these tests start without an archive of classes: " + FOLDER.resolve("log"));
                return false;
            }
            delete(FOLDER, ".jsa", written);
            Files.move(written, archive, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.destroyForcibly();
            delete(folder, "", null);
        }
    }

    /** The files of a folder in a jar that is named by them, their sizes and their times. */
    private static Path jar(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(file -> !file.equals(folder)).sorted().toList();
        }
        StringBuilder what = new StringBuilder(folder.toString());
        for (Path file : files) {
            what.append('\n').append(file).append(' ').append(state(file));
        }
        String name = folder.getFileName() + "-" + digest(folder.toString());
        Path jar = FOLDER.resolve(name + "-" + digest(what.toString()) + ".jar");
        if (!Files.exists(jar)) {
            try (Stream<Path> old = Files.list(FOLDER)) {
                for (Path other : old.filter(file -> file.getFileName().toString().matches(name + "-[0-9a-f]+\\.jar")).toList()) {
                    Files.delete(other);
                }
            }
            Path next = FOLDER.resolve("new.jar");
            write(folder, files, next);
            Files.move(next, jar, StandardCopyOption.ATOMIC_MOVE);
        }
        return jar;
    }

    private static void write(Path folder, List<Path> files, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(1);
            for (Path file : files) {
                // Spring looks for packages by the entries of their folders.
                String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                zip.putNextEntry(new ZipEntry(Files.isDirectory(file) ? name + "/" : name));
                if (!Files.isDirectory(file)) {
                    Files.copy(file, zip);
                }
                zip.closeEntry();
            }
        }
    }

    private static void delete(Path folder, String ending, Path but) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(file -> file.toString().endsWith(ending) && !file.equals(but)).sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    /** What Java itself compares: size and time of the last change. */
    private static String state(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) + " " + Files.getLastModifiedTime(file) : "missing";
    }

    private static String digest(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
