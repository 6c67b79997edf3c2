package org.caravan.server.adaptation.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.caravan.server.MailReceiver;
import org.caravan.server.MailSettings;
import org.caravan.server.MailSettings.Security;
import org.caravan.server.MessageSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** E-mails of rules against a mail server on loopback. */
class MailsTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-26T03:00:00Z"), ZoneOffset.UTC);

    @TempDir
    Path credentials;

    private Mails mails(int port, Security security, String user) {
        return new Mails(new MessageSettings(List.of(), "messages", new MailSettings("127.0.0.1:" + port, security,
                "caravan@example.org", List.of("ops@example.org", "@oncall.example.org"), user)), credentials, CLOCK);
    }

    @Test
    void aMailHasEnvelopeHeadersAndText() {
        try (MailReceiver receiver = new MailReceiver()) {
            CopyCommands.Result sent = mails(receiver.port(), Security.NONE, "").send("ops@example.org", "Caravan: rule busy of shop",
                    "load > 80 % – held\n.\n.hidden", "shop-7");
            assertThat(sent.failure()).isEmpty();
            assertThat(receiver.mails()).containsExactly("""
                    caravan@example.org ops@example.org
                    From: <caravan@example.org>
                    To: <ops@example.org>
                    Subject: Caravan: rule busy of shop
                    Date: Thu, 26 Nov 2026 03:00:00 GMT
                    Message-ID: <shop-7.caravan@example.org>
                    Auto-Submitted: auto-generated
                    MIME-Version: 1.0
                    Content-Type: text/plain; charset=UTF-8
                    Content-Transfer-Encoding: 8bit

                    load > 80 % – held
                    ..
                    ..hidden
                    """);
        }
    }

    @Test
    void refusalsForNowAreRepeatedOthersAreNot() {
        try (MailReceiver receiver = new MailReceiver()) {
            Mails mails = mails(receiver.port(), Security.NONE, "");
            CopyCommands.Result later = mails.send("later@oncall.example.org", "s", "t", "a-1");
            assertThat(later).isEqualTo(new CopyCommands.Result(Optional.of("the mail server answered 451 to RCPT"), true));
            assertThat(mails.send("later@oncall.example.org", "s", "t", "a-1").failure()).isEmpty();
            CopyCommands.Result never = mails.send("never@oncall.example.org", "s", "t", "a-2");
            assertThat(never).isEqualTo(new CopyCommands.Result(Optional.of("the mail server answered 550 to RCPT"), false));
            assertThat(receiver.mails()).hasSize(1);
        }
    }

    @Test
    void nothingIsSentWithoutTheProtectionThatTheOperatorAsksFor() {
        try (MailReceiver receiver = new MailReceiver()) {
            assertThat(mails(receiver.port(), Security.STARTTLS, "").send("ops@example.org", "s", "t", "a-1").failure()).isPresent();
            assertThat(receiver.mails()).isEmpty();
        }
    }

    @Test
    void aServerThatIsAwayIsAFailureThatIsRepeated() {
        MailReceiver receiver = new MailReceiver();
        receiver.close();
        CopyCommands.Result away = mails(receiver.port(), Security.NONE, "").send("ops@example.org", "s", "t", "a-1");
        assertThat(away.repeatable()).isTrue();
        assertThat(away.failure().orElseThrow()).startsWith("the mail server could not be used (ConnectException");
    }

    @Test
    void onlyListedRecipientsAreAllowed() {
        Mails mails = mails(1, Security.NONE, "");
        assertThat(mails.refusal("OPS@example.org")).isEmpty();
        assertThat(mails.refusal("ann@oncall.example.org")).isEmpty();
        assertThat(mails.refusal("ann@example.org").orElseThrow()).contains("caravan.messages.mail.recipients");
        assertThat(mails.send("ann@x.oncall.example.org", "s", "t", "a-1").failure().orElseThrow()).contains("are not allowed");
    }

    @Test
    void settingsThatCannotWorkAreRefused() {
        assertThatThrownBy(() -> new MailSettings("smtp.example.org", Security.TLS, "a@b", List.of(), ""))
                .hasMessageContaining("Maybe use smtp.example.org:587");
        assertThatThrownBy(() -> new MailSettings("smtp.example.org:25", Security.TLS, "", List.of(), "")).hasMessageContaining("Maybe");
        assertThatThrownBy(() -> new MailSettings("smtp.example.org:25", Security.NONE, "a@b", List.of(), "ann"))
                .hasMessageContaining("without encryption");
        assertThatThrownBy(() -> new MailSettings("", Security.TLS, "", List.of("ops"), "")).hasMessageContaining("Maybe");
    }
}
