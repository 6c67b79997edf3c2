package org.caravan.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** The file by which an operator gives a provider's adapter its credentials: one per name and provider, its owner's alone. */
public final class CredentialsFile {

    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private CredentialsFile() {}

    /** Words a refusal as the adapter does: what is wrong, and a way out. */
    @FunctionalInterface
    public interface Refusal {
        AdapterFault because(String what, String way);
    }

    /**
     * @param folder of all credentials
     * @param name of these
     * @param provider whose file it is, and what the file is called
     * @param needed what must stand in it, in words for a person
     * @throws AdapterFault as {@code refusal} words it, if the file is not there or others can read it
     */
    public static Path of(Path folder, String name, String provider, String needed, Refusal refusal) {
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._-]*")) {
            throw refusal.because("that is not a name", "use letters, digits, '.', '_' and '-'");
        }
        Path file = folder.resolve(name).resolve(provider);
        if (!Files.isRegularFile(file)) {
            throw refusal.because("there is no file " + file, "write it with lines " + needed);
        }
        if (othersCanRead(file)) {
            throw refusal.because("others can read the file " + file, "run `chmod 600 " + file + "`");
        }
        return file;
    }

    private static boolean othersCanRead(Path file) {
        try {
            return Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
        } catch (IOException | UnsupportedOperationException e) {
            return false; // unreadable is said by its reader; a file system without owners has nobody else
        }
    }
}
