package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerAddressTest {

    @ParameterizedTest
    @CsvSource({"http://127.0.0.1:8080, http://127.0.0.1:8080", "HTTPS://caravan.example/, https://caravan.example",
            "' http://[::1]:80 ', http://[::1]:80"})
    void schemeHostAndPortAreKept(String text, String address) {
        assertThat(ServerAddress.of(text, "--server")).hasToString(address);
    }

    @ParameterizedTest
    @CsvSource({
        "nonsense, says neither http nor https, http://nonsense",
        "localhost:8080, says neither http nor https, http://localhost:8080",
        "'', says neither http nor https, http://127.0.0.1:8080",
        "ftp://x, is neither http nor https, http://127.0.0.1:8080",
        "http://a b, is no URL, http://127.0.0.1:8080",
        "http:///x, has no host, http://caravan.example:8443",
        "http://a:99999, its port is not 1 to 65535, http://a:8080",
        "http://a:80/console, more than scheme, http://a:80"
    })
    void whatCannotBeAskedIsToldWithAWayOut(String text, String what, String instead) {
        assertThatThrownBy(() -> ServerAddress.of(text, "CARAVAN_SERVER")).isInstanceOf(ApiFault.class)
                .hasMessageContaining("The server's address (" + text + ") of CARAVAN_SERVER").hasMessageContaining(what)
                .hasMessageContaining("\n    Maybe write it as in " + instead + ".");
    }

    /** The address that the demo prints opens the console, token and all. */
    @Test
    void whatMayBeSecretInItIsNotShown() {
        assertThatThrownBy(() -> ServerAddress.of("http://127.0.0.1:8080/login?token=SECRET", "--server"))
                .hasMessageContaining("(http://127.0.0.1:8080/login…)").hasMessageNotContaining("SECRET");
        assertThatThrownBy(() -> ServerAddress.of("http://me:SECRET@a", "--server")).hasMessageContaining("(http://…@a)")
                .hasMessageNotContaining("SECRET");
    }
}
