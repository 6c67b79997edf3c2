package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {

    @Test
    void whiteSpaceAroundATokenDoesNotCount() {
        assertThat(BearerToken.of(" caravan_5fd1a07c_a-b.c/d+e=\n", "CARAVAN_TOKEN")).isEqualTo("caravan_5fd1a07c_a-b.c/d+e=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SECRET\nSECRET", "SECRET\r\nX: y", "SECRET SECRET", "SECRETä", "SECRET\u0000"})
    void whatIsNoTokenIsToldWithoutAnyOfIt(String text) {
        assertThatThrownBy(() -> BearerToken.of(text, "CARAVAN_TOKEN")).isInstanceOf(ApiFault.class)
                .hasMessageContaining("The content of CARAVAN_TOKEN is not a token: it has ")
                .hasMessageContaining("\n    Maybe store only the token there").hasMessageNotContaining("SECRET");
        assertThatThrownBy(() -> new Api(URI.create("http://127.0.0.1:9"), Optional.of(text))).isInstanceOf(ApiFault.class)
                .hasMessageNotContaining("SECRET");
    }

    @Test
    void anEmptyFileIsToldToBeEmpty() {
        assertThatThrownBy(() -> BearerToken.of("\n", "the file (token)"))
                .hasMessageContaining("There is no token in the file (token): it is empty.");
    }
}
