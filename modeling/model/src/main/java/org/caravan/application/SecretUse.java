package org.caravan.application;

import java.util.Comparator;

/**
 * Secret that a component reads as the file {@code /run/secrets/<fileName>}. Never contains the value of the secret.
 *
 * @param fileName letters, digits, {@code - _}
 * @param secretName name under which the server stores the value
 * @param owner numeric id of the user within the component who may read the file; 0 is root
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
