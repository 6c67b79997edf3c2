package org.caravan.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenerTest {

    @ParameterizedTest
    @CsvSource({"web=10.0.0.2:80, 10.0.0.2, 80", "web=10.0.0.2, 10.0.0.2, 0", "web=[2001:db8::1]:443, 2001:db8:0:0:0:0:0:1, 443",
        "web=2001:DB8:0:0::1, 2001:db8:0:0:0:0:0:1, 0", "web=[::1], 0:0:0:0:0:0:0:1, 0"})
    void reads(String text, String address, int port) {
        Listener listener = Listener.parse(text);

        assertThat(listener.component()).isEqualTo("web");
        assertThat(listener.address().getHostAddress()).isEqualTo(address);
        assertThat(listener.port().orElse(0)).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "web", "=10.0.0.2", "web=", "web=localhost", "web=10.0.0:80", "web=10.0.0.2:", "web=10.0.0.2:0",
            "web=10.0.0.2:70000",
        "web=10.0.0.2:8 0", "web=[::1", "web=[::1]80", "web=[::1]:", "web=300.1.1.1", "web=db", "web=::g", "web=10.0.0.2:-1"})
    void refuses(String text) {
        assertThatThrownBy(() -> Listener.parse(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("is not");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "home=", "home=GET", "home=GET items", "home=GET /a b", "home=GET /*/b", "=GET /"})
    void refusesPatterns(String text) {
        assertThatThrownBy(() -> RequestPattern.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void patternWithoutPathMatchesAll() {
        assertThat(RequestPattern.parse("page").matches(Optional.empty())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"/items/*, /items/7, true", "/items/*, /items/7/x, false", "/items/**, /items/7/x, true", "/a*/b, /ax/b, true",
        "/a.b, /axb, false", "/a, /a?q=1, true"})
    void patternsOfModelsMatchBySegment(String pattern, String path, boolean matches) {
        assertThat(RequestPattern.of("item", new org.caravan.application.RequestPattern("GET", pattern))
                .matches(Optional.of("GET " + path)))
                .isEqualTo(matches);
    }
}
