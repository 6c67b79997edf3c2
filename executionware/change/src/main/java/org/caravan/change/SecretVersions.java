package org.caravan.change;

import java.util.Optional;

/** Port to the secret versions in force. Does not reveal values. */
@FunctionalInterface
public interface SecretVersions {

    SecretVersions NONE = secretName -> Optional.empty();

    /** Empty if the secret is not set. */
    Optional<String> version(String secretName);
}
