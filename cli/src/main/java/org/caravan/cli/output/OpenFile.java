package org.caravan.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a standard stream of this process is connected to. Java's console exists only if both input and output are a terminal. */
public final class OpenFile {

    public static final int OUTPUT = 1;
    public static final int ERROR = 2;

    /** File type of a mode, and that of a character device: inode(7). */
    private static final int TYPE = 0170000;
    private static final int CHARACTER_DEVICE = 0020000;

    private OpenFile() {}

    /** True also for other character devices, such as /dev/null, and if it cannot be found out: then text is escaped. */
    public static boolean mayBeTerminal(int descriptor) {
        try {
            return ((Integer) Files.getAttribute(Path.of("/dev/fd/" + descriptor), "unix:mode") & TYPE) == CHARACTER_DEVICE;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return true;
        }
    }
}
