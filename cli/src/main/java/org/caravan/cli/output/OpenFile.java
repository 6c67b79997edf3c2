package org.caravan.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Detects whether a standard stream of this process is connected to a terminal. Java's console does not suffice: it exists only if both
 * input and output are terminals.
 */
public final class OpenFile {

    public static final int OUTPUT = 1;
    public static final int ERROR = 2;

    /** Mask for the file type in a mode, and the type of a character device: inode(7). */
    private static final int TYPE = 0170000;
    private static final int CHARACTER_DEVICE = 0020000;

    private OpenFile() {}

    /** True also for other character devices, such as /dev/null, and if the type cannot be determined; text is then escaped. */
    public static boolean mayBeTerminal(int descriptor) {
        try {
            return ((Integer) Files.getAttribute(Path.of("/dev/fd/" + descriptor), "unix:mode") & TYPE) == CHARACTER_DEVICE;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return true;
        }
    }
}
