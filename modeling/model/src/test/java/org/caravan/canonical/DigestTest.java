package org.caravan.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DigestTest {

    /** FIPS 180-4, the example for "abc". */
    @Test
    void isSha256InLowerCase() {
        assertThat(Digest.of("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Digest.abbreviated(Digest.of("abc"))).isEqualTo("ba7816bf8f01");
        CanonicalText record = () -> "abc";
        assertThat(record.digest()).isEqualTo(Digest.of("abc"));
    }
}
