package org.caravan.change;

import java.util.Optional;

/** Port: which version of a secret is in force. Never says its value. */
@FunctionalInterface
public interface SecretVersions {

    SecretVersions NONE = secretName -> Optional.empty();

    /** Empty if the secret is not set. */
    Optional<String> version(String secretName);
}
