package org.caravan.execution;

import java.util.Optional;
import org.caravan.adapter.SecretValue;
import org.caravan.change.SecretVersions;

/** Port to whatever keeps secrets: of whose they are, each application has its own to ask for. */
public interface SecretSource {

    /** Keeps none. */
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

    /** Those that models of the application mean by their names. */
    OfApplication of(String application);

    /** The secrets that one application may have. */
    interface OfApplication extends SecretVersions {

        /** Empty if it is not set. */
        Optional<Secret> secret(String secretName);
    }

    /** @param version changes with the value and tells nothing of it */
    record Secret(String version, SecretValue value) {}
}
