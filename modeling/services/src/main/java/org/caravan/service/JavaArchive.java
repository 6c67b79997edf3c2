package org.caravan.service;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * What an executable archive says about its program.
 *
 * @param mainClass class that the person wrote; of a Spring Boot archive the one that its loader starts
 * @param hasActuator whether it reports its health at {@code /actuator/health}
 * @param uses whether a class of it uses the package that was looked for
 */
record JavaArchive(String mainClass, boolean hasActuator, boolean uses) {

    static final JavaArchive NONE = new JavaArchive("", false, false);

    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    /** Folders of Spring Boot archives for classes of the program. */
    private static final List<String> CLASSES = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/");
    private static final int MAGIC = 0xcafebabe;
    /** Class files of Java N have the major version N + 44. */
    private static final int CLASS_VERSION_OFFSET = 44;
    private static final int NEWEST_JAVA = 17;
    /** In bytes, of all entries together: an archive that unpacks to more is hostile, or no program. */
    private static final long LARGEST = 4L << 30;
    private static final int LONGEST_MANIFEST = 1 << 20;
    private static final int BLOCK = 1 << 16;
    private static final byte[] SCRIPT = {'#', '!'};
    /** Signature of the header of an entry (PKWARE APPNOTE, section 4.3.7). */
    private static final byte[] FIRST_ENTRY = {'P', 'K', 3, 4};
    /** In bytes; that of Spring Boot has 10 KiB. */
    private static final int LONGEST_SCRIPT = 1 << 20;

    /** @throws IOException if it is no archive, or is damaged */
    static JavaArchive read(Upload upload, Faults faults) throws IOException {
        return read(upload, faults, List.of(Attributes.Name.MAIN_CLASS.toString()), "");
    }

    /**
     * @param mains attributes of the manifest that can name the class to start; the first one that is present counts
     * @param wanted package whose use is looked for, with {@code /} at its end: {@code org/apache/flink/}; its own classes are left out
     * @throws IOException if it is no archive, or is damaged
     */
    static JavaArchive read(Upload upload, Faults faults, List<String> mains, String wanted) throws IOException {
        Manifest manifest = null;
        List<String> names = new ArrayList<>();
        boolean uses = false;
        long unpacked = 0;
        try (ZipInputStream zip = open(upload)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName());
                if (entry.getName().equals(MANIFEST)) {
                    manifest = new Manifest(new ByteArrayInputStream(zip.readNBytes(LONGEST_MANIFEST)));
                }
                TextSearch search = new TextSearch(wanted);
                unpacked += unpack(zip, search); // verifies the checksum
                uses |= search.found() && entry.getName().endsWith(".class") && !entry.getName().startsWith(wanted);
                if (unpacked > LARGEST || names.size() > UploadLimits.ENTRIES) {
                    throw new ZipException("it has more than " + LARGEST / (1 << 30) + " GiB unpacked, or more than " + UploadLimits.ENTRIES
                            + " entries");
                }
            }
        }
        if (names.isEmpty()) {
            throw new ZipException("it has no entries");
        }
        Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
        String main = mains.stream().map(attributes::getValue).filter(Objects::nonNull).findFirst().orElse(null);
        if (main == null) {
            faults.error("no-entry-point", upload.name() + " is not executable: "
                    + (manifest == null ? "it has no manifest." : "its manifest names no Main-Class."),
                    upload.hasType(".war") ? "build an executable .war, or a .jar with an embedded server."
                            : "let the build write Main-Class into the manifest, and pack the libraries into the .jar.");
            return NONE;
        }
        if (!names.contains(file(main, "")) && attributes.getValue(Attributes.Name.CLASS_PATH) == null) {
            faults.error("no-entry-point", "The Main-Class (" + main + ") of " + upload.name() + " is not in it.",
                    "check the name in the manifest.");
            return NONE;
        }
        if (attributes.getValue(Attributes.Name.CLASS_PATH) != null) {
            faults.error("jar-incomplete", upload.name() + " refers to other files by Class-Path: "
                    + attributes.getValue(Attributes.Name.CLASS_PATH) + ".",
                    "pack the libraries into the .jar (a \"fat\" or \"shaded\" jar).");
        }
        String started = attributes.getValue("Start-Class");
        String program = started == null ? main : started;
        checkVersion(upload, program, faults);
        return new JavaArchive(program, names.stream().anyMatch(name -> name.contains("/spring-boot-actuator-")), uses);
    }

    /** Reads the rest of an entry, up to the limit of all; returns its length in bytes. */
    private static long unpack(InputStream entry, TextSearch search) throws IOException {
        byte[] block = new byte[BLOCK];
        long length = 0;
        for (int read = entry.read(block); read >= 0 && length <= LARGEST; read = entry.read(block)) {
            length += read;
            search.read(block, read);
        }
        return length;
    }

    private static void checkVersion(Upload upload, String program, Faults faults) throws IOException {
        List<String> files = CLASSES.stream().map(folder -> file(program, folder)).toList();
        try (ZipInputStream zip = open(upload)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (files.contains(entry.getName())) {
                    DataInputStream data = new DataInputStream(zip);
                    if (data.readInt() != MAGIC) {
                        throw new ZipException(entry.getName() + " is no class");
                    }
                    data.readUnsignedShort();
                    int java = data.readUnsignedShort() - CLASS_VERSION_OFFSET;
                    if (java > NEWEST_JAVA) {
                        faults.error("java-too-new", entry.getName() + " in " + upload.name() + " is compiled for Java " + java
                                + "; the engine runs Java " + NEWEST_JAVA + ".", "compile with --release " + NEWEST_JAVA + ".");
                    }
                    return;
                }
            }
        }
    }

    private static String file(String type, String folder) {
        return folder + type.replace('.', '/') + ".class";
    }

    private static ZipInputStream open(Upload upload) throws IOException {
        BufferedInputStream content = new BufferedInputStream(upload.content().open(upload.entries().get(0)), BLOCK);
        try {
            content.mark(SCRIPT.length);
            boolean script = Arrays.equals(content.readNBytes(SCRIPT.length), SCRIPT);
            content.reset();
            if (script) {
                skipScript(content);
            }
            return new ZipInputStream(content);
        } catch (IOException e) {
            content.close();
            throw e;
        }
    }

    /** Java finds entries from the end of the file, so a shell script may precede them, as in Spring Boot's executable jars. */
    private static void skipScript(InputStream content) throws IOException {
        byte[] next = new byte[FIRST_ENTRY.length];
        for (int skipped = 0; skipped < LONGEST_SCRIPT; skipped++) {
            content.mark(FIRST_ENTRY.length);
            boolean entry = content.readNBytes(next, 0, next.length) == next.length && Arrays.equals(next, FIRST_ENTRY);
            content.reset();
            if (entry || content.read() < 0) {
                return;
            }
        }
        throw new ZipException("no entry follows the script at its begin within " + LONGEST_SCRIPT / 1024 + " KiB");
    }
}
