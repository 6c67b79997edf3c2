package org.caravan.server.secrets;

import java.util.Optional;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.springframework.stereotype.Component;

/** Secret source of deployments: an application gets only the secrets of its own organisation. */
@Component
class OwnedSecrets implements SecretSource {

    private final Secrets secrets;
    private final Ownership owners;

    OwnedSecrets(Secrets secrets, Ownership owners) {
        this.secrets = secrets;
        this.owners = owners;
    }

    @Override
    public OfApplication of(String application) {
        String organisation = owners.of(Kind.APPLICATION, application).orElse(Organisations.DEFAULT);
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
}
