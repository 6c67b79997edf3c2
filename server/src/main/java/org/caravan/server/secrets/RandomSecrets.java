package org.caravan.server.secrets;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import org.caravan.server.organisation.OrganisationScope;
import org.springframework.stereotype.Component;

/** Secrets with random values, for packages whose password no person chooses. */
@Component
public class RandomSecrets {

    /** Random bytes of a password: 192 bits, which are 32 characters. */
    private static final int BYTES = 24;

    private final Secrets secrets;

    RandomSecrets(Secrets secrets) {
        this.secrets = secrets;
    }

    /**
     * An existing secret stays, because it can be the password of kept data.
     *
     * @return whether the secret is new
     */
    public boolean create(String name, OrganisationScope reach) {
        String qualified = Secrets.called(reach.home(), name);
        if (secrets.listed(qualified).isPresent()) {
            return false;
        }
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        secrets.set(qualified, Base64.getUrlEncoder().withoutPadding().encodeToString(random).getBytes(StandardCharsets.US_ASCII));
        return true;
    }

    public void remove(String name, OrganisationScope reach) {
        secrets.remove(Secrets.called(reach.home(), name));
    }
}
