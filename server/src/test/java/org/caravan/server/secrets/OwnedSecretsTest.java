package org.caravan.server.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.server.organisation.Ownership;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** A database that ends the connection of a question, and is back for the next ones. */
class OwnedSecretsTest {

    @Test
    void aRestartOfTheDatabaseFailsNoDeployment() {
        AtomicInteger asked = new AtomicInteger();
        Ownership owners = new Ownership(null) {
            @Override
            public Optional<String> of(Kind kind, String name) {
                if (asked.incrementAndGet() <= 2) {
                    throw new DataAccessResourceFailureException("terminating connection due to administrator command");
                }
                return Optional.of("acme");
            }
        };
        assertThat(new OwnedSecrets(null, owners).of("shop")).isNotNull();
        assertThat(asked).hasValue(3);
    }
}
