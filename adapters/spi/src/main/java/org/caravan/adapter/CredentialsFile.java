package org.caravan.adapter;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.unit.MonthlyCost;

/**
 * Reads an operator's credentials file for one name and provider, and the prices file next to it. Only the owner may have access.
 * Lines have the form {@code key = value}. The value is everything after the first {@code =}, because passwords can contain any
 * character. The first line of a key counts. Lines without {@code =}, and lines that begin with {@code #}, are ignored.
 */
public final class CredentialsFile {

    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private final Path file;
    private final Refusal refusal;

    private CredentialsFile(Path file, Refusal refusal) {
        this.file = file;
        this.refusal = refusal;
    }

    /** Formats a fault for the adapter: the problem and a suggestion. */
    @FunctionalInterface
    public interface Refusal {
        AdapterFault because(String what, String way);
    }

    /**
     * @param folder folder of all credentials
     * @param name name of these credentials
     * @param provider owner of the file, and the file's name
     * @param needed required content, as text for the user
     * @throws AdapterFault built by {@code refusal}, here and below, if the file is missing or others can read it
     */
    public static CredentialsFile of(Path folder, String name, String provider, String needed, Refusal refusal) {
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
        return new CredentialsFile(file, refusal);
    }

    private static boolean othersCanRead(Path file) {
        try {
            return Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains);
        } catch (IOException | UnsupportedOperationException e) {
            return false; // reading the file reports access errors; without file ownership there are no other users
        }
    }

    /** Path of the file, for adapters with another file format. */
    public Path path() {
        return file;
    }

    /** Reads the file now, so that corrections take effect immediately. */
    public Entries entries() {
        return new Entries(lines(file));
    }

    /** Content of the file. */
    public final class Entries {

        private final Map<String, String> values;

        private Entries(Map<String, String> values) {
            this.values = values;
        }

        /** Returns the value; throws a fault if there is none. */
        public String needed(String key) {
            return optional(key).filter(value -> !value.isEmpty())
                    .orElseThrow(() -> refusal.because("their " + key + " is not known", "add a line " + key + " = … to " + file));
        }

        public Optional<String> optional(String key) {
            return Optional.ofNullable(values.get(key));
        }
    }

    /** Prices by offer, from the file {@code prices} next to this one, in euros per month; rounded to cents. */
    public Map<String, MonthlyCost> prices() {
        Path prices = file.resolveSibling("prices");
        Map<String, MonthlyCost> costs = new TreeMap<>();
        if (Files.isRegularFile(prices)) {
            lines(prices).forEach((offer, euros) -> costs.put(offer, price(prices, euros)));
        }
        return costs;
    }

    private MonthlyCost price(Path prices, String euros) {
        try {
            return new MonthlyCost(new BigDecimal(euros).movePointRight(2).setScale(0, RoundingMode.HALF_UP).longValueExact());
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw refusal.because("the price (" + euros + ") in " + prices + " is not one", "write euros per month, as in 12.50");
        }
    }

    private Map<String, String> lines(Path from) {
        Map<String, String> lines = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(from)) {
                int equals = line.indexOf('=');
                if (equals > 0 && !line.startsWith("#")) {
                    lines.putIfAbsent(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
                }
            }
        } catch (IOException e) {
            // The exception is not passed on, because its message could quote the file.
            throw refusal.because("the file " + from + " cannot be read", "check its owner");
        }
        return lines;
    }
}
