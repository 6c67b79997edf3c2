package org.caravan.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.junit.jupiter.api.Test;

class DiagnosticTest {

    private final Diagnostic bare = new Diagnostic(
            Severity.WARNING, "site-unused", "Site oslo is not used.", Optional.empty(), Optional.empty());

    @Test
    void saysWhereWhatAndAWayOut() {
        Diagnostic located = new Diagnostic(
                Severity.ERROR,
                "unknown-component",
                "Request home names component catalog.",
                Optional.of("use catalogue."),
                Optional.of(new Location("shop.caravan", 12, 5, 7)));

        assertThat(located.text()).isEqualTo("shop.caravan:12:5: error: Request home names component catalog. [unknown-component]\n"
                + "    Maybe use catalogue.");
    }

    @Test
    void leavesOutWhatIsNotKnown() {
        assertThat(bare.text()).isEqualTo("warning: Site oslo is not used. [site-unused]");
    }

    @Test
    void rejectedInputCarriesEverythingThatIsWrong() {
        Diagnostic other = Diagnostic.error("cpu-range", "Cpu is 0.", "use 0.1.");

        RejectedInput rejected = new RejectedInput(List.of(bare, other));

        assertThat(rejected.diagnostics()).containsExactly(bare, other);
        assertThat(rejected).hasMessage(bare.text() + "\n" + other.text());
    }
}
