package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiPathTest {

    @Test
    void aNameIsOneSegmentWhateverItHolds() {
        assertThat(ApiPath.of("applications", "a b", "instances", "web:1")).hasToString("applications/a%20b/instances/web:1");
        assertThat(ApiPath.of("secrets", "bad name!")).hasToString("secrets/bad%20name%21");
        assertThat(ApiPath.of("applications", "ä b")).hasToString("applications/%C3%A4%20b");
        // Else this would remove an application instead of a secret.
        assertThat(ApiPath.of("secrets", "../applications/shop")).hasToString("secrets/..%2Fapplications%2Fshop");
        assertThat(ApiPath.of("tokens", "a?b#c%d+e;f")).hasToString("tokens/a%3Fb%23c%25d%2Be%3Bf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".."})
    void whatWouldLeadElsewhereIsNoName(String name) {
        assertThatThrownBy(() -> ApiPath.of("images").slashed("shop/" + name)).isInstanceOf(ApiFault.class)
                .hasMessageContaining("A name cannot be (" + name + ").\n    Maybe");
    }

    @Test
    void namesOfImagesKeepTheirSlashes() {
        assertThat(ApiPath.of("images").slashed("shop/a b").with("hosts", true)).hasToString("images/shop/a%20b?hosts=true");
    }

    @Test
    void aParameterThatIsNotGivenIsLeftOut() {
        ApiPath path = ApiPath.of("network", "chart").with("from", "a&b").with("window", null).with("to", "x y");
        assertThat(path).hasToString("network/chart?from=a%26b&to=x%20y");
        assertThat(URI.create("http://127.0.0.1/" + path).getQuery()).isEqualTo("from=a&b&to=x y");
    }
}
