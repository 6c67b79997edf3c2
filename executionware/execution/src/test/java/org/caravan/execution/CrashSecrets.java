package org.caravan.execution;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.caravan.adapter.SecretValue;
import org.caravan.execution.fleet.SecretSource;

/** The one secret that every life of a server knows. */
final class CrashSecrets {

    static final String NAME = "shop-token";

    static final SecretSource SOURCE = application -> new SecretSource.OfApplication() {
        @Override
        public Optional<String> version(String secretName) {
            return secret(secretName).map(SecretSource.Secret::version);
        }

        @Override
        public Optional<SecretSource.Secret> secret(String secretName) {
            return secretName.equals(NAME)
                    ? Optional.of(new SecretSource.Secret("v1", new SecretValue("a-value".getBytes(StandardCharsets.UTF_8))))
                    : Optional.empty();
        }
    };

    private CrashSecrets() {}
}
