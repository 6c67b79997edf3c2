package org.caravan.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.EdECPublicKey;
import java.util.HexFormat;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Ed25519Test {

    /** Test 2 of RFC 8032, section 7.1. */
    private static final byte[] SEED = HexFormat.of().parseHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    private static final byte[] POINT = HexFormat.of().parseHex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    private static final byte[] SIGNATURE = HexFormat.of().parseHex("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");

    /**
     * The order of the curve's group, little-endian: added to the second half of a signature it gives one that a lax check accepts too
     * (CVE-2020-36843).
     */
    private static final byte[] ORDER = HexFormat.of().parseHex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");

    @TempDir
    Path folder;

    @BeforeAll
    static void use() {
        Ed25519.use();
    }

    @Test
    void vectorOfTheRfc() throws Exception {
        Ed25519 own = new Ed25519();
        EdECPublicKey key = own.recoverEDDSAPublicKey(own.generateEDDSAPrivateKey(SEED));
        assertThat(key).isEqualTo(own.generateEDDSAPublicKey(POINT));
        assertThat(own.getPublicKeyData(key)).isEqualTo(POINT);
        assertThat(own.getPrivateKeyData(own.generateEDDSAPrivateKey(SEED))).isEqualTo(SEED);
        assertThat(verifies(key, SIGNATURE)).isTrue();
        assertThat(KeyUtils.getKeyType(key)).isEqualTo("ssh-ed25519");
        assertThatThrownBy(() -> own.recoverEDDSAPublicKey(KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate()))
                .hasMessageContaining("RSA");
    }

    /** What eddsa 0.3.0 accepted. */
    @Test
    void secondFormOfASignatureIsRefused() throws Exception {
        byte[] other = SIGNATURE.clone();
        int carry = 0;
        for (int i = 0; i < ORDER.length; i++) {
            int sum = (other[32 + i] & 0xff) + (ORDER[i] & 0xff) + carry;
            other[32 + i] = (byte) sum;
            carry = sum >> 8;
        }
        assertThat(verifies(new Ed25519().generateEDDSAPublicKey(POINT), other)).isFalse();
    }

    private static boolean verifies(EdECPublicKey key, byte[] signature) {
        try {
            Signature verifier = BuiltinSignatures.ed25519.create();
            verifier.initVerifier(null, key);
            verifier.update(null, new byte[] {0x72});
            return verifier.verify(null, signature);
        } catch (Exception refused) {
            return false;
        }
    }

    /** Written by the replaced library (docs/decisions/packages.md) and by ssh-keygen. */
    @Test
    void olderKeysAreRead() throws Exception {
        for (String name : new String[] {"own-key-of-eddsa", "ssh-keygen-key"}) {
            Path file = copied(name);
            KeyPair pair = OwnKey.at(file).pair();
            assertThat(PublicKeyEntry.toString(pair.getPublic()))
                    .isEqualTo(Files.readString(copied(name + ".pub")).strip().replaceFirst(" [^ ]*$", ""));
            assertThat(SecurityUtils.recoverEDDSAPublicKey(pair.getPrivate())).isEqualTo(pair.getPublic());
        }
    }

    private Path copied(String name) throws IOException {
        Path file = folder.resolve(name);
        try (var text = Ed25519Test.class.getResourceAsStream(name)) {
            Files.write(file, text.readAllBytes());
        }
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void newKeysDifferAndAreReadAgain() throws Exception {
        OwnKey one = OwnKey.at(folder.resolve("one"));
        assertThat(OwnKey.at(folder.resolve("two")).publicLine()).isNotEqualTo(one.publicLine());
        assertThat(OwnKey.at(folder.resolve("one")).publicLine()).isEqualTo(one.publicLine())
                .startsWith("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI").endsWith(" caravan");
    }
}
