package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.server.rest.ProblemException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;

/** What goes from one server to another is there what it was here. */
class RemoteFaultTest {

    private static final Diagnostic DIAGNOSTIC = new Diagnostic(Diagnostic.Severity.WARNING, "code", "message", Optional.of("way"),
            Optional.of(new Diagnostic.Location("a.caravan", 1, 2, 3)));

    @Test
    void faultsAreTheSameElsewhere() {
        ProblemException refusal = (ProblemException) told(new ProblemException(HttpStatus.CONFLICT, "outdated-plan", "It is outdated.",
                "plan again.", List.of(DIAGNOSTIC)));
        assertThat(List.of(refusal.status(), refusal.code(), refusal.getMessage(), refusal.suggestion(), refusal.diagnostics()))
                .isEqualTo(List.of(HttpStatus.CONFLICT, "outdated-plan", "It is outdated.", "plan again.", List.of(DIAGNOSTIC)));
        assertThat(((RejectedInput) told(new RejectedInput(List.of(DIAGNOSTIC)))).diagnostics()).containsExactly(DIAGNOSTIC);
        AdapterFault fault = (AdapterFault) told(new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "It is full."));
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.NO_CAPACITY);
        assertThat(fault).hasMessage("It is full.");
        assertThat(told(new DataAccessResourceFailureException("away"))).isInstanceOf(DataAccessResourceFailureException.class);
        ProblemException unreadable = (ProblemException) told(new UnreadableRecord("secret", "shop-db-password", Optional.empty(),
                "set it again.",
                new IllegalStateException("damaged")));
        assertThat(List.of(unreadable.status(), unreadable.code(), unreadable.getMessage(), unreadable.suggestion()))
                .isEqualTo(List.of(HttpStatus.INTERNAL_SERVER_ERROR, "record-unreadable",
                        "The stored secret (shop-db-password) cannot be read: damaged.", "set it again."));
        assertThat(told(new IllegalArgumentException("odd"))).isInstanceOf(IllegalStateException.class).hasMessageContaining("odd");
    }

    @Test
    void ordersAndAnswersAreReadAsTheyWereWritten() {
        for (DeploymentOrder order : List.of(DeploymentOrder.destroy("shop"), DeploymentOrder.resume("shop", 7),
                DeploymentOrder.repair("shop", true))) {
            assertThat(DeploymentOrder.of(order.text())).isEqualTo(order);
        }
        ReplyTopic.Answer answer = new ReplyTopic.Answer("plan", 1L << 61, Optional.of("shop 1"), Optional.empty());
        assertThat(Json.read(Json.write(answer), ReplyTopic.Answer.class)).isEqualTo(answer);
    }

    private static RuntimeException told(RuntimeException fault) {
        ReplyTopic.Answer answer = new ReplyTopic.Answer("plan", 1, Optional.empty(), Optional.of(RemoteFault.of(fault)));
        return Json.read(Json.write(answer), ReplyTopic.Answer.class).fault().orElseThrow().thrown();
    }
}
