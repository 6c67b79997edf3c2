package org.caravan.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.PlainHttpServer.Answer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Other applications take what a plan needs before it is approved. */
class PlanningAgainTest {

    private static final String PLAN =
            "{\"id\":\"0123456789abcdef\",\"state\":\"DONE\",\"planId\":\"0123456789abcdef\",\"outcome\":\"PLANNED\",\"changes\":true,"
            + "\"reportText\":\"\",\"diffText\":\"+ web:1\",\"stepsText\":\"\",\"deploymentId\":\"42\",\"steps\":[]}";
    private static final String TAKEN = "{\"code\":\"resource-taken\",\"title\":\"Conflict\",\"status\":409,\"detail\":\"Plan 0123 of shop "
            + "needs cpu.\",\"suggestion\":\"plan again and approve the new plan.\",\"diagnostics\":[{\"code\":\"resource-taken\","
            + "\"severity\":\"ERROR\",\"message\":\"Plan 0123 of shop needs cpu.\","
            + "\"suggestion\":\"plan again and approve the new plan.\"}]}";

    @RegisterExtension
    final Printed printed = new Printed();

    /** @param refusals number of approvals that are refused. @return number of approvals */
    private long approvals(int refusals, int exitCode, String... words) throws IOException {
        AtomicInteger approvals = new AtomicInteger();
        try (PlainHttpServer server = new PlainHttpServer(request -> request.endsWith("/approval")
                && approvals.incrementAndGet() <= refusals ? new Answer(409, TAKEN) : new Answer(200, PLAN))) {
            List<String> all = new ArrayList<>(List.of(words));
            all.addAll(List.of("shop", "--server", server.url()));
            assertThat(Main.run(all.toArray(String[]::new))).as(printed.text()).isEqualTo(exitCode);
            return approvals.get();
        }
    }

    @Test
    void automaticApprovalPlansAgainAndSaysSo() throws IOException {
        assertThat(approvals(2, ExitCode.DONE, "deploy", "--auto-approve")).isEqualTo(3);
        assertThat(printed.text()).contains("Plan 0123 of shop needs cpu.\nPlanning again (2 of 3).", "Planning again (3 of 3).",
                "is done.");
    }

    @Test
    void itEndsAfterThreePlans() throws IOException {
        assertThat(approvals(9, ExitCode.ERROR, "deploy", "--auto-approve")).isEqualTo(3);
        assertThat(printed.text()).contains("error: Plan 0123 of shop needs cpu. [resource-taken]\n    Maybe plan again and approve");
    }

    @Test
    void aRollbackIsPlannedAgainToo() throws IOException {
        assertThat(approvals(1, ExitCode.DONE, "rollback", "--auto-approve")).isEqualTo(2);
    }

    @Test
    void programsGetOneDocument() throws IOException {
        assertThat(approvals(1, ExitCode.DONE, "deploy", "--auto-approve", "--json")).isEqualTo(2);
        assertThat(printed.text()).doesNotContain("Planning again");
    }
}
