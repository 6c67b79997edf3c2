package org.caravan.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;

/**
 * Files of a data folder that belong to a backup. Only listed names are included, because other programs also write into a data folder:
 * the launcher its logs, a test bed the disks of its nodes.
 */
record Parts(List<Path> files, List<Path> links, List<String> leftOut) {

    /** Secrets and their keys. They must match, so {@link SecretCopies} copies them. */
    static final List<String> SECRETS = List.of("secrets.key", "secrets.key.next", "secrets.key.versions", "secrets");
    private static final List<String> KEPT = List.of("token", "lookouts", "server.options", "credentials", "rented", "images/manifests",
            "images/layers");
    /** Prefix of the files of simulated machines, networks and images. */
    private static final String SIMULATED = "simulated-";
    /** Transient files of one process, which are not listed as left out. */
    private static final List<String> OF_A_MOMENT = List.of("lock", "secrets.lock", "server.pid", "server.log", "apt.log", "images.log",
            "broker", "scratch", "images", "database");

    Parts {
        files = List.copyOf(files);
        links = List.copyOf(links);
        leftOut = List.copyOf(leftOut);
    }

    /** Without databases and secrets, which are copied separately. */
    static Parts of(Path data) throws IOException {
        List<Path> files = new ArrayList<>();
        List<Path> links = new ArrayList<>();
        for (Path top : kept(data)) {
            if (Files.isSymbolicLink(top) || !Files.isDirectory(top)) {
                sort(top, files, links);
            } else {
                DurableFiles.below(top, Integer.MAX_VALUE).stream().sorted().forEach(each -> sort(each, files, links));
            }
        }
        return new Parts(files, links, leftOut(data));
    }

    private static List<Path> kept(Path data) throws IOException {
        try (Stream<Path> simulated = Files.list(data)) {
            return Stream.concat(KEPT.stream().map(data::resolve).filter(each -> Files.exists(each, LinkOption.NOFOLLOW_LINKS)),
                    simulated.filter(each -> each.getFileName().toString().startsWith(SIMULATED))).sorted().toList();
        }
    }

    private static void sort(Path each, List<Path> files, List<Path> links) {
        if (each.getFileName().toString().startsWith(DurableFiles.DRAFT)) {
            return;
        }
        if (Files.isSymbolicLink(each)) {
            links.add(each);
        } else if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
            files.add(each);
        }
    }

    private static List<String> leftOut(Path data) throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return List.copyOf(new TreeSet<>(all.map(each -> each.getFileName().toString()).filter(name -> !known(name)).toList()));
        }
    }

    private static boolean known(String name) {
        return KEPT.contains(name) || SECRETS.contains(name) || OF_A_MOMENT.contains(name) || name.startsWith(SIMULATED)
                || name.startsWith(DurableFiles.DRAFT)
                || DatabaseCopies.isOfDatabase(name);
    }
}
