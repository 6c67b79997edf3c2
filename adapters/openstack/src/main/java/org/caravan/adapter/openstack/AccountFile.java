package org.caravan.adapter.openstack;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.CredentialsFile;
import org.caravan.unit.MonthlyCost;

/** The operator's files of one name of credentials. Read at every call, so that mended files count at once. */
final class AccountFile {

    private AccountFile() {}

    /** @throws org.caravan.adapter.AdapterFault of kind UNTRUSTED naming the file that is missing or wrong */
    static Account read(Path folder, String name) {
        Path file = CredentialsFile.of(folder, name, "openstack", "user=, password= and project=",
                (what, way) -> Fault.credentials(name, what, way));
        Map<String, String> lines = lines(name, file);
        return new Account(needed(name, file, lines, "user"), lines.getOrDefault("user-domain", "Default"),
                needed(name, file, lines, "project"), lines.getOrDefault("project-domain", "Default"),
                needed(name, file, lines, "password"), Optional.ofNullable(lines.get("public-network")),
                prices(name, folder.resolve(name).resolve("prices")));
    }

    private static String needed(String name, Path file, Map<String, String> lines, String key) {
        String value = lines.getOrDefault(key, "");
        if (value.isEmpty()) {
            throw Fault.credentials(name, "their " + key + " is not known", "add a line " + key + "=… to " + file);
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
            return new MonthlyCost(new BigDecimal(euros).movePointRight(2).longValueExact());
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw Fault.credentials(name, "the price (" + euros + ") in " + file + " is not one", "write euros per month, as in 12.50");
        }
    }

    /** The value is all after the first '=': passwords hold anything. */
    private static Map<String, String> lines(String name, Path file) {
        Map<String, String> lines = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                int equals = line.indexOf('=');
                if (equals > 0 && !line.startsWith("#")) {
                    lines.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
                }
            }
        } catch (IOException e) {
            throw Fault.credentials(name, file + " cannot be read", "see who owns it");
        }
        return lines;
    }
}
