package org.caravan.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.caravan.rules.HostLook.Outcome;
import org.junit.jupiter.api.Test;

class HostBackTest {

    @Test
    void aHeldDeploymentGoesOnOnceAllItsHostsAnswer() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.held(new HeldDeployment("shop", 7, Set.of("a", "b"))).host("b", Outcome.SILENT);
            assertThat(scene.rounds(5, 5)).extracting(Finding::rule).containsExactly("host-lost");
            scene.host("b", Outcome.REFUSED);
            assertThat(scene.after(5)).extracting(Finding::rule).containsExactly("credentials-refused", "host-lost");
            scene.host("b", Outcome.ANSWERED);
            assertThat(scene.after(5)).contains(new Finding.HostsBack("shop", 7, List.of("a", "b")));
        }
    }

    @Test
    void butNotDuringAFaultOnOurSide() {
        try (Scene scene = new Scene("a", "b", "c")) {
            scene.held(new HeldDeployment("shop", 7, Set.of("a"))).ownFault("The message broker does not answer.");
            assertThat(scene.after(5)).extracting(Finding::rule).containsExactly("own-fault");
        }
    }
}
