package org.caravan.execution;

import java.util.Optional;
import org.caravan.adapter.SecretValue;
import org.caravan.change.SecretVersions;

/** Port to whatever keeps secrets. */
public interface SecretSource extends SecretVersions {

    /** Keeps none. */
    SecretSource NONE = new SecretSource() {
        @Override
        public Optional<String> version(String secretName) {
            return Optional.empty();
        }

        @Override
        public Optional<Secret> secret(String secretName) {
            return Optional.empty();
        }
    };

    /** Empty if it is not set. */
    Optional<Secret> secret(String secretName);

    /** @param version changes with the value and tells nothing of it */
    record Secret(String version, SecretValue value) {}
}
