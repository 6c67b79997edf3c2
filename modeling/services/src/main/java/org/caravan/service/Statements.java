package org.caravan.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Reads files of statements line by line, and what services that are filled by statements of SQL have in common. */
final class Statements {

    private static final long MIB = 1L << 20;
    private static final long SMALLEST_BUFFER = 32;
    private static final long LARGEST_BUFFER = 512;
    /** In UTF-16 code units. Dumps have lines of 1 MiB, or of one larger row; a server with a heap of 256 MiB reads them. */
    private static final int LONGEST_LINE = 4 << 20;

    private Statements() {}

    /** Finds faults of a file without a database. */
    interface Scan {

        /** @param text line without its end */
        void line(String text);

        /** After the last line. */
        void end();
    }

    static void scan(Upload upload, UploadEntry file, Scan scan, Faults faults) {
        scan(upload, file, scan, "sql-unreadable", faults);
    }

    /** @param code of the fault if the file cannot be read as text */
    static void scan(Upload upload, UploadEntry file, Scan scan, String code, Faults faults) {
        String shown = upload.shown(file);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(upload.content().open(file),
                StandardCharsets.UTF_8.newDecoder()))) {
            StringBuilder line = new StringBuilder();
            for (int number = 1; readLine(lines, line); number++) {
                if (line.length() > LONGEST_LINE) {
                    faults.error(code, shown, number, 1, "The line has more than " + LONGEST_LINE + " characters.",
                            "write several shorter lines.");
                    return;
                }
                scan.line(line.toString());
            }
            scan.end();
        } catch (CharacterCodingException e) {
            faults.error(code, shown + " is not text in UTF-8.", "convert it: iconv -t UTF-8.");
        } catch (IOException e) {
            faults.error(code, shown + " cannot be read: " + e.getMessage() + ".", "check its permissions.");
        }
    }

    /** Reads a line without its end into the target, or the beginning of one that is too long. @return false at the end of the file */
    private static boolean readLine(BufferedReader from, StringBuilder target) throws IOException {
        target.setLength(0);
        int one = from.read();
        boolean any = one >= 0;
        for (; one >= 0 && one != '\n' && one != '\r' && target.length() <= LONGEST_LINE; one = from.read()) {
            target.append((char) one);
        }
        if (one == '\r') {
            from.mark(1);
            if (from.read() != '\n') {
                from.reset();
            }
        }
        return any;
    }

    /** Name of the database of a service. @param system databases that the engine has itself */
    static String database(String service, Set<String> system) {
        String name = service.replace('-', '_');
        return system.contains(name) ? name + "_data" : name;
    }

    /** Memory in MiB in which the engine keeps pages of a database of this size in bytes. */
    static long buffer(long size) {
        return Math.min(LARGEST_BUFFER, Math.max(SMALLEST_BUFFER, size / MIB));
    }

    /** Disk as models write it, for a database that such statements fill. @param size of the statements in bytes */
    static String disk(long size) {
        return Math.max(2, size / MIB * 4 / 1024) + " GiB";
    }
}
