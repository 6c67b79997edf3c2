package org.caravan.server.backup;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The commands {@code backup FILE} and {@code restore FILE} of the server program; they start no server. */
public final class BackupCommands {

    private static final String DATA = "--data";

    private final PrintStream out;
    private final PrintStream err;

    public BackupCommands(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Returns exit code 0 or 1; empty if the arguments are none of these commands. */
    public Optional<Integer> run(String... arguments) {
        if (arguments.length == 0 || !List.of("backup", "restore").contains(arguments[0])) {
            return Optional.empty();
        }
        boolean whole = arguments.length == 2 || arguments.length == 4 && arguments[2].equals(DATA);
        if (!whole) {
            err.println("Use: " + arguments[0] + " FILE [" + DATA + " FOLDER]");
            return Optional.of(1);
        }
        Path data = Path.of(arguments.length == 4 ? arguments[3] : "data");
        try {
            Progress progress = new Progress(err, System::nanoTime, arguments[0]);
            out.println(arguments[0].equals("backup") ? backedUp(data, Path.of(arguments[1]), progress)
                    : restored(data, Path.of(arguments[1]), progress));
            return Optional.of(0);
        } catch (BackupFault fault) {
            err.println(fault.getMessage().replace("\n", "\n    "));
            return Optional.of(1);
        }
    }

    private static String backedUp(Path data, Path file, Progress progress) {
        Backup.Written written = new Backup(data, Clock.systemUTC(), progress).write(file);
        Contents contents = written.contents();
        return "%d files of %s of %s are in %s. It contains the keys of secrets and of hosts: protect it accordingly.%s"
                .formatted(contents.digests().size(), data, contents.madeAt(), file,
                        written.leftOut().isEmpty() ? "" : "\nNot included, because the server does not store them: "
                                + String.join(", ", written.leftOut()) + ".");
    }

    private static String restored(Path data, Path file, Progress progress) {
        Contents contents = new Restoration(file, progress).into(data);
        return """
                %d files of %s are in %s. Later changes are not in the backup. After starting the server:
                  caravan drift     differences between the running state and the restored target
                  caravan orphans   copies that belong to no restored application"""
                .formatted(contents.digests().size(), contents.madeAt(), data);
    }
}
