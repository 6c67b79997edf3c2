package org.caravan.application;

import java.util.Comparator;

/**
 * A secret that a component reads as the file {@code /run/secrets/<fileName>}. Its value is never here.
 *
 * @param fileName letters, digits, {@code - _}
 * @param secretName under which the server keeps the value
 * @param owner number of the user within the component who may read the file; 0 is its root
 */
public record SecretUse(String fileName, String secretName, int owner) implements Comparable<SecretUse> {

    private static final Comparator<SecretUse> ORDER = Comparator.comparing(SecretUse::fileName)
            .thenComparing(SecretUse::secretName)
            .thenComparingInt(SecretUse::owner);

    public SecretUse {
        if (!fileName.matches("[A-Za-z_][A-Za-z0-9_-]*") || owner < 0) {
            throw new IllegalArgumentException("no file of a secret: " + fileName + " of user " + owner);
        }
    }

    @Override
    public int compareTo(SecretUse other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return fileName + " from " + secretName + " owner " + owner;
    }
}
