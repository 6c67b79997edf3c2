package org.caravan.adapter.aws;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.CredentialsFile;
import org.caravan.unit.MonthlyCost;

/** The operator's files of one name of credentials. Read at every call, so that mended files count at once. */
final class AccessKeyFile {

    private AccessKeyFile() {}

    /** @throws org.caravan.adapter.AdapterFault of kind UNTRUSTED naming the file that is missing or wrong */
    static AccessKey read(Path folder, String name) {
        Path file = CredentialsFile.of(folder, name, "aws", "aws_access_key_id = and aws_secret_access_key =",
                (what, way) -> Fault.credentials(name, what, way));
        Map<String, String> lines = lines(name, file);
        return new AccessKey(needed(name, file, lines, "aws_access_key_id"), needed(name, file, lines, "aws_secret_access_key"),
                prices(name, folder.resolve(name).resolve("prices")));
    }

    private static String needed(String name, Path file, Map<String, String> lines, String key) {
        String value = lines.getOrDefault(key, "");
        if (value.isEmpty()) {
            throw Fault.credentials(name, "their " + key + " is not known", "add a line " + key + " = … to " + file);
        }
        return value;
    }

    private static Map<String, MonthlyCost> prices(String name, Path file) {
        Map<String, MonthlyCost> prices = new TreeMap<>();
        if (Files.isRegularFile(file)) {
            lines(name, file).forEach((offer, euros) -> prices.put(offer, price(name, file, euros)));
        }
        return prices;
    }

    private static MonthlyCost price(String name, Path file, String euros) {
        try {
            return new MonthlyCost(new BigDecimal(euros).movePointRight(2).setScale(0, RoundingMode.HALF_UP).longValueExact());
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw Fault.credentials(name, "the price (" + euros + ") in " + file + " is none", "write euros per month, as 12.50");
        }
    }

    /** Lines {@code key = value}; section headers and comments of Amazon's format are skipped, its first section counts. */
    private static Map<String, String> lines(String name, Path file) {
        Map<String, String> lines = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                int equals = line.indexOf('=');
                if (equals > 0 && !line.startsWith("#")) {
                    lines.putIfAbsent(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
                }
            }
        } catch (IOException e) {
            // Its message could quote the file.
            throw Fault.credentials(name, "the file " + file + " cannot be read", "see who owns it");
        }
        return lines;
    }
}
