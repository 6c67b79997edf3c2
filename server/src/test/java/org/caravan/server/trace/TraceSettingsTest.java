package org.caravan.server.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceSettingsTest {

    @Test
    void anEndpointIsAWholeUrl() {
        assertThat(new TraceSettings("http://127.0.0.1:4318/v1/traces", 1, "traces").used()).isTrue();
        assertThat(new TraceSettings("", 1, "traces").used()).isFalse();
        assertThatThrownBy(() -> new TraceSettings("http://127.0.0.1:4318", 1, "traces")).hasMessageContaining("names no path")
                .hasMessageContaining("Maybe use http://127.0.0.1:4318/v1/traces");
    }

    /** What may be a password is not repeated. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:4318", "grpc://127.0.0.1:4317", "http://me:planted@127.0.0.1:4318/v1/traces"})
    void whatIsNoneIsRefused(String endpoint) {
        assertThatThrownBy(() -> new TraceSettings(endpoint, 1, "traces")).hasMessageContaining("caravan.traces.endpoint")
                .hasMessageContaining("Maybe").hasMessageNotContaining("planted");
    }

    @Test
    void aShareIsZeroToOne() {
        assertThatThrownBy(() -> new TraceSettings("", 1.5, "traces")).hasMessageContaining("(1.5)");
    }
}
