package org.caravan.server.adaptation.model;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.apache.commons.net.smtp.AuthenticatingSMTPClient;
import org.apache.commons.net.smtp.SMTPReply;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CredentialsFile;
import org.caravan.server.MailSettings;
import org.caravan.server.MailSettings.Security;
import org.caravan.server.MessageSettings;
import org.caravan.server.Settings;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Sends e-mails to recipients that the operator allows, by the operator's mail server. Texts are plain; recipients see no other one. */
@Component
class Mails {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int PERMANENT = 500;

    private final MessageSettings messages;
    private final MailSettings mail;
    private final Path credentials;
    private final Clock clock;

    @Autowired
    Mails(Settings settings, Clock clock) {
        this(settings.messages(), settings.credentials(), clock);
    }

    /** @param credentials folder of all credentials */
    Mails(MessageSettings messages, Path credentials, Clock clock) {
        this.messages = messages;
        this.mail = messages.mail();
        this.credentials = credentials;
        this.clock = clock;
    }

    /** The mail server refused. */
    private static final class Refused extends IOException {

        private static final long serialVersionUID = 1;
        private final boolean forGood;

        Refused(String during, int code) {
            super("the mail server answered " + code + " to " + during);
            forGood = code >= PERMANENT;
        }
    }

    /** Why nothing may be sent to the address; empty if it may. */
    Optional<String> refusal(String address) {
        return mail.allows(address) ? Optional.empty() : Optional.of("E-mails to " + address + " are not allowed. Maybe "
                + (mail.used() ? "add it to caravan.messages.mail.recipients."
                : "set caravan.messages.mail.server, .from and .recipients."));
    }

    /**
     * Sends an e-mail once.
     *
     * @param subject one line of ASCII
     * @param id the same for repetitions of the message: part of its Message-ID
     */
    CopyCommands.Result send(String address, String subject, String text, String id) {
        if (!mail.allows(address)) {
            return new CopyCommands.Result(Optional.of("e-mails to " + address + " are not allowed"), true);
        }
        AuthenticatingSMTPClient client = client();
        try {
            deliver(client, address, subject, text, id);
            return new CopyCommands.Result(Optional.empty(), true);
        } catch (Refused refused) {
            return new CopyCommands.Result(Optional.of(refused.getMessage()), !refused.forGood);
        } catch (AdapterFault noPassword) {
            return new CopyCommands.Result(Optional.of(noPassword.getMessage().replace('\n', ' ').replaceFirst("\\.$", "")), true);
        } catch (IOException | GeneralSecurityException fault) {
            return new CopyCommands.Result(Optional.of("the mail server could not be used (" + fault.getClass().getSimpleName()
                    + (fault.getMessage() == null ? "" : ": " + fault.getMessage()) + ")"), true);
        } finally {
            close(client);
        }
    }

    private AuthenticatingSMTPClient client() {
        AuthenticatingSMTPClient client = new AuthenticatingSMTPClient("TLS", mail.security() == Security.TLS,
                StandardCharsets.UTF_8.name());
        // Otherwise any certificate of a known authority would do, whatever its host.
        client.setEndpointCheckingEnabled(true);
        client.setConnectTimeout((int) TIMEOUT.toMillis());
        client.setDefaultTimeout((int) TIMEOUT.toMillis());
        return client;
    }

    private void deliver(AuthenticatingSMTPClient client, String address, String subject, String text, String id)
            throws IOException, GeneralSecurityException {
        client.connect(mail.host(), mail.port());
        require(client.getReplyCode(), "the connection");
        require(client.ehlo("caravan"), "EHLO");
        if (mail.security() == Security.STARTTLS) {
            if (!client.execTLS()) {
                throw new Refused("STARTTLS", client.getReplyCode());
            }
            require(client.ehlo("caravan"), "EHLO");
        }
        if (!mail.user().isEmpty() && !client.auth(AuthenticatingSMTPClient.AUTH_METHOD.PLAIN, mail.user(), password())) {
            throw new Refused("the login", client.getReplyCode());
        }
        require(client.mail("<" + mail.from() + ">"), "MAIL");
        require(client.rcpt("<" + address + ">"), "RCPT");
        Writer data = client.sendMessageData();
        if (data == null) {
            throw new Refused("DATA", client.getReplyCode());
        }
        try (data) {
            data.write(content(address, subject, text, id));
        }
        if (!client.completePendingCommand()) {
            throw new Refused("the message", client.getReplyCode());
        }
    }

    private String content(String address, String subject, String text, String id) {
        return "From: <" + mail.from() + ">\r\nTo: <" + address + ">\r\nSubject: " + subject + "\r\nDate: "
                + DateTimeFormatter.RFC_1123_DATE_TIME.format(clock.instant().atOffset(ZoneOffset.UTC)) + "\r\nMessage-ID: <" + id + "."
                + mail.from() + ">\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                + "Content-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
                + text.replace("\r", "").replace("\n", "\r\n") + "\r\n";
    }

    private static void require(int code, String during) throws Refused {
        if (!SMTPReply.isPositiveCompletion(code)) {
            throw new Refused(during, code);
        }
    }

    private String password() throws IOException {
        CredentialsFile file = CredentialsFile.of(credentials, messages.credentials(), "mail", "with the password",
                (what, way) -> new AdapterFault(AdapterFault.Kind.FAILED, "The mail server cannot be used: " + what + ".\nMaybe " + way
                        + "."));
        return Files.readString(file.path()).strip();
    }

    private static void close(AuthenticatingSMTPClient client) {
        if (!client.isConnected()) {
            return;
        }
        try {
            try {
                client.quit();
            } finally {
                client.disconnect();
            }
        } catch (IOException ended) {
            // The message was sent or not before: the end of the connection changes nothing.
        }
    }
}
