package org.caravan.execution.fleet;

import java.util.Optional;
import org.caravan.adapter.SecretValue;
import org.caravan.change.SecretVersions;

/** Port to the secret store; each application has its own secrets. */
public interface SecretSource {

    /** A source without secrets. */
    SecretSource NONE = application -> new OfApplication() {
        @Override
        public Optional<String> version(String secretName) {
            return Optional.empty();
        }

        @Override
        public Optional<Secret> secret(String secretName) {
            return Optional.empty();
        }
    };

    /** Secrets that the application's models refer to by name. */
    OfApplication of(String application);

    /** Secrets of one application. */
    interface OfApplication extends SecretVersions {

        /** Empty if the secret is not set. */
        Optional<Secret> secret(String secretName);
    }

    /** @param version changes with the value and reveals nothing about it */
    record Secret(String version, SecretValue value) {}
}
