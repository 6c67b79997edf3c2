package org.caravan.server.secrets;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/**
 * Secret source of deployments: an application gets only the secrets of its own organisation. Waits while the database is unavailable, as
 * the journal does, so that its restart fails no deployment.
 */
@Component
class OwnedSecrets implements SecretSource {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Secrets secrets;
    private final Ownership owners;

    OwnedSecrets(Secrets secrets, Ownership owners) {
        this.secrets = secrets;
        this.owners = owners;
    }

    @Override
    public OfApplication of(String application) {
        String organisation = owner(application).orElse(Organisations.DEFAULT);
        return new OfApplication() {
            @Override
            public Optional<String> version(String secretName) {
                return secrets.version(Secrets.called(organisation, secretName));
            }

            @Override
            public Optional<Secret> secret(String secretName) {
                return secrets.secret(Secrets.called(organisation, secretName));
            }
        };
    }

    private Optional<String> owner(String application) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return owners.of(Kind.APPLICATION, application);
            } catch (DataAccessResourceFailureException away) {
                if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                    throw away;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
