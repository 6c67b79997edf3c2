package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** To which addresses rules may send messages. */
class MessageSettingsTest {

    private static final MessageSettings SETTINGS = new MessageSettings(List.of("https://Hooks.example.org", "http://127.0.0.1:8099"),
            "messages", null);

    @ParameterizedTest
    @ValueSource(strings = {"https://hooks.example.org/shop?a=b", "https://HOOKS.example.org:443/", "http://127.0.0.1:8099/x"})
    void listedOriginsAreAllowed(String address) {
        assertThat(SETTINGS.allows(URI.create(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://hooks.example.org/shop", "https://hooks.example.org:8443/", "https://hooks.example.org.example.net/",
            "https://hooks.example.org@example.net/", "http://127.0.0.1/", "http://127.0.0.1:80990/x", "http://169.254.169.254/"})
    void othersAreNot(String address) {
        assertThat(SETTINGS.allows(URI.create(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hooks.example.org", "ftp://hooks.example.org", "https://hooks.example.org/shop", "https://ann@example.org"})
    void anOriginIsASchemeAHostAndAPort(String origin) {
        assertThatThrownBy(() -> new MessageSettings(List.of(origin), "messages", null)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(" + origin + ")").hasMessageContaining("Maybe");
    }
}
