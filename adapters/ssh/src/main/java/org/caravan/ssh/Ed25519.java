package org.caravan.ssh;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.apache.sshd.common.config.keys.PrivateKeyEntryDecoder;
import org.apache.sshd.common.config.keys.PublicKeyEntryDecoder;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSAUtils;
import org.apache.sshd.common.util.security.eddsa.generic.GenericEd25519PublicKeyDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericOpenSSHEd25519PrivateKeyEntryDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericSignatureEd25519;

/**
 * Provides the JDK's Ed25519 (RFC 8032, RFC 8709, JEP 339) to the SSH library, which supports only implementations of two other
 * libraries (docs/decisions/packages.md). Call {@link #use} before the first use of the library's keys, signatures and
 * sessions.
 */
final class Ed25519 implements EdDSASupport<EdECPublicKey, EdECPrivateKey> {

    private static final String NAME = "Ed25519";

    static {
        SecurityUtils.registerSecurityProvider(new Ed25519Provider());
    }

    /** Registers the provider once, when this class is initialised. */
    static void use() {}

    @Override
    public PublicKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getEDDSAPublicKeyEntryDecoder() {
        return new GenericEd25519PublicKeyDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this) {

            /** Ignores the size: the JDK uses 255 bits and the library 256. */
            @Override
            public KeyPair generateKeyPair(int bits) throws GeneralSecurityException {
                return KeyPairGenerator.getInstance(NAME).generateKeyPair();
            }
        };
    }

    @Override
    public PrivateKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getOpenSSHEDDSAPrivateKeyEntryDecoder() {
        return new GenericOpenSSHEd25519PrivateKeyEntryDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
    }

    @Override
    public Signature getEDDSASigner() {
        return new GenericSignatureEd25519(NAME);
    }

    @Override
    public int getEDDSAKeySize(Key key) {
        return key instanceof EdECPublicKey || key instanceof EdECPrivateKey ? KEY_SIZE : -1;
    }

    @Override
    public Class<EdECPublicKey> getEDDSAPublicKeyType() {
        return EdECPublicKey.class;
    }

    @Override
    public Class<EdECPrivateKey> getEDDSAPrivateKeyType() {
        return EdECPrivateKey.class;
    }

    @Override
    public boolean compareEDDSAPPublicKeys(PublicKey one, PublicKey other) {
        return one instanceof EdECPublicKey && other instanceof EdECPublicKey && one.equals(other);
    }

    @Override
    public boolean compareEDDSAPrivateKeys(PrivateKey one, PrivateKey other) {
        return one instanceof EdECPrivateKey && other instanceof EdECPrivateKey && one.equals(other);
    }

    /**
     * The JDK has no method for this. Its generator reads the seed, which is the private key, from the random source, so a fixed
     * random source recreates the key pair.
     */
    @Override
    public EdECPublicKey recoverEDDSAPublicKey(PrivateKey key) throws GeneralSecurityException {
        if (!(key instanceof EdECPrivateKey)) {
            throw new InvalidKeyException("The private key is of another kind than Ed25519: " + key.getAlgorithm());
        }
        byte[] seed = EdDSAUtils.getBytes(key);
        KeyPairGenerator generator = KeyPairGenerator.getInstance(NAME);
        generator.initialize(NamedParameterSpec.ED25519, new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                System.arraycopy(seed, 0, bytes, 0, bytes.length);
            }
        });
        return (EdECPublicKey) generator.generateKeyPair().getPublic();
    }

    @Override
    public EdECPublicKey generateEDDSAPublicKey(byte[] point) throws GeneralSecurityException {
        return (EdECPublicKey) KeyFactory.getInstance(NAME).generatePublic(EdDSAUtils.createPublicKeySpec(point));
    }

    @Override
    public EdECPrivateKey generateEDDSAPrivateKey(byte[] seed) throws GeneralSecurityException, IOException {
        return (EdECPrivateKey) KeyFactory.getInstance(NAME).generatePrivate(EdDSAUtils.createPrivateKeySpec(seed));
    }

    @Override
    public <B extends Buffer> B putRawEDDSAPublicKey(B buffer, PublicKey key) {
        buffer.putBytes(bytes(key));
        return buffer;
    }

    /** For SSH agents, which Caravan does not use. */
    @Override
    public <B extends Buffer> B putEDDSAKeyPair(B buffer, PublicKey publicKey, PrivateKey privateKey) {
        throw new UnsupportedOperationException("Ed25519 keys are not handed to an SSH agent.");
    }

    @Override
    public KeySpec createPublicKeySpec(EdECPublicKey key) {
        return new X509EncodedKeySpec(key.getEncoded());
    }

    @Override
    public KeySpec createPrivateKeySpec(EdECPrivateKey key) {
        return new PKCS8EncodedKeySpec(key.getEncoded());
    }

    @Override
    public byte[] getPublicKeyData(EdECPublicKey key) {
        return key == null ? null : bytes(key);
    }

    @Override
    public byte[] getPrivateKeyData(EdECPrivateKey key) throws IOException {
        try {
            return key == null ? null : EdDSAUtils.getBytes(key);
        } catch (InvalidKeyException e) {
            throw new IOException(e);
        }
    }

    @Override
    public String getKeyFactoryAlgorithm() {
        return NAME;
    }

    private static byte[] bytes(PublicKey key) {
        try {
            return EdDSAUtils.getBytes(key);
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
