package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.caravan.cli.PlainHttpServer.Answer;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What somebody else deployed under the same name is replaced by the command line with {@code --take-over} only. */
class TakeOverTest {

    private static final String PLAN =
            "{\"id\":\"0123456789abcdef\",\"state\":\"DONE\",\"planId\":\"0123456789abcdef\",\"outcome\":\"PLANNED\",\"changes\":true,"
            + "\"reportText\":\"placed\","
            + "\"deploymentId\":\"1\",\"steps\":[],\"takesOver\":{\"from\":\"ann\",\"components\":[\"web\"],\"instances\":2,"
            + "\"text\":\"The application (shared) runs already: ann submitted it, with 2 instances. All its components are removed: "
                    + "web.\"},"
            + "\"remarks\":[{\"code\":\"image-missing\",\"severity\":\"ERROR\",\"text\":\"error: no image "
                    + "[image-missing]\"},{\"code\":\"promise-close\",\"severity\":\"WARNING\",\"text\":\"close\"}]}";

    @RegisterExtension
    final Printed printed = new Printed();

    private List<String> asked(int exitCode, String... arguments) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(request ->
                new Answer(200, request.equals("GET /api/v1/applications") ? "[{\"name\":\"shared\"}]" : PLAN))) {
            String[] all = new String[arguments.length + 2];
            System.arraycopy(arguments, 0, all, 0, arguments.length);
            all[arguments.length] = "--server";
            all[arguments.length + 1] = server.url();
            assertThat(Main.run(all)).as(printed.text()).isEqualTo(exitCode);
            List<String> approvals = server.asked().stream().filter(path -> path.endsWith("/approval")).toList();
            return approvals.isEmpty() ? List.of() : List.of(server.bodies().get(server.asked().indexOf(approvals.get(0))));
        }
    }

    @Test
    void automaticApprovalAloneIsNoConsent() throws IOException {
        assertThat(asked(ExitCode.CHANGES_PENDING, "deploy", "shared", "--auto-approve")).isEmpty();
        assertThat(printed.text())
                .contains(
                "warning: The application (shared) runs already: ann submitted it, with 2 instances. All its components are removed: web. "
                + "[takes-over]",
                "Not deployed: the plan would replace an application that another submitter deployed.\n    Maybe rename the application "
                        + "in the model; if the replacement is intended: caravan deploy shared --take-over");
    }

    @Test
    void withConsentItIsCarriedOut() throws IOException {
        assertThat(asked(ExitCode.DONE, "deploy", "shared", "--auto-approve", "--take-over", "--no-wait"))
                .containsExactly("{\"takeOver\":true}");
    }

    @Test
    void aRollbackNeedsConsentAsWell() throws IOException {
        assertThat(asked(ExitCode.CHANGES_PENDING, "rollback", "shared", "--auto-approve")).isEmpty();
        assertThat(printed.text()).contains("if the replacement is intended: caravan rollback shared --take-over");
        assertThat(asked(ExitCode.DONE, "rollback", "shared", "--auto-approve", "--take-over", "--no-wait"))
                .containsExactly("{\"takeOver\":true}");
    }

    @Test
    void aMachineIsToldByTheExitCode() throws IOException {
        assertThat(asked(ExitCode.CHANGES_PENDING, "deploy", "shared", "--auto-approve", "--json")).isEmpty();
    }

    @Test
    void thePlanSaysWhatIsMissingAndWhoseItReplaces() throws IOException {
        asked(ExitCode.CHANGES_PENDING, "plan", "shared", "--details");
        assertThat(printed.text()).contains("error: no image [image-missing]", "[takes-over]").doesNotContain("close");
    }
}
