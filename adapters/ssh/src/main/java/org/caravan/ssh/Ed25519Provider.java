package org.caravan.ssh;

import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import org.apache.sshd.common.util.security.AbstractSecurityProviderRegistrar;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;

/**
 * Registers {@link Ed25519} with the SSH library, under the name that it tries first. All other algorithms use the JDK's provider
 * order.
 */
final class Ed25519Provider extends AbstractSecurityProviderRegistrar {

    /** The JDK's elliptic curve provider. */
    private static final String PROVIDER = "SunEC";

    Ed25519Provider() {
        super(SecurityUtils.EDDSA);
    }

    @Override
    public Provider getSecurityProvider() {
        return Security.getProvider(PROVIDER);
    }

    @Override
    public boolean isSecurityEntitySupported(Class<?> kind, String algorithm) {
        return false;
    }

    @Override
    public boolean isSupported() {
        return getSecurityProvider() != null;
    }

    @Override
    public Optional<EdDSASupport<?, ?>> getEdDSASupport() {
        return Optional.of(new Ed25519());
    }
}
