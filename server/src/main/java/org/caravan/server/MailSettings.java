package org.caravan.server;

import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the e-mails that rules send, {@code caravan.messages.mail.*}.
 *
 * @param server mail server, {@code smtp.example.org:587}; empty: rules send no e-mail
 * @param security how the connection is protected
 * @param from address of the sender
 * @param recipients addresses to which rules may send; {@code @example.org} for all of a domain; empty: none
 * @param user name for the login, whose password is the file {@code mail} among the credentials; empty: no login
 */
public record MailSettings(@DefaultValue("") String server, @DefaultValue("starttls") Security security, @DefaultValue("") String from,
        List<String> recipients, @DefaultValue("") String user) {

    private static final String ADDRESS = "[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9][A-Za-z0-9.-]*";

    /** Protection of the connection. */
    public enum Security {
        /** TLS after a greeting without it; refused if the server has none. */
        STARTTLS,
        /** TLS from the start. */
        TLS,
        /** None, for a mail server on this machine. */
        NONE
    }

    public MailSettings {
        recipients = recipients == null ? List.of() : recipients.stream().map(MailSettings::checked).toList();
        if (!server.isEmpty() && !(server.matches("[A-Za-z0-9.-]+:\\d{1,5}") && portOf(server) <= 65_535)) {
            throw new IllegalArgumentException("The mail server (" + server + ") of caravan.messages.mail.server is not HOST:PORT.\n"
                    + "Maybe use smtp.example.org:587.");
        }
        if (!server.isEmpty() && !from.matches(ADDRESS)) {
            throw new IllegalArgumentException("The sender (" + from + ") of caravan.messages.mail.from is no e-mail address.\n"
                    + "Maybe use caravan@example.org.");
        }
        if (!user.isEmpty() && security == Security.NONE) {
            throw new IllegalArgumentException("A password would be sent without encryption: caravan.messages.mail.security is none.\n"
                    + "Maybe use starttls, or no user.");
        }
    }

    private static String checked(String recipient) {
        if (!recipient.matches(ADDRESS + "|@[A-Za-z0-9][A-Za-z0-9.-]*")) {
            throw new IllegalArgumentException("E-mails cannot be sent to (" + recipient + ") of caravan.messages.mail.recipients.\n"
                    + "Maybe use ops@example.org, or @example.org.");
        }
        return recipient.toLowerCase(Locale.ROOT);
    }

    public boolean used() {
        return !server.isEmpty();
    }

    /** Whether rules may send e-mails to this address. */
    public boolean allows(String address) {
        String lower = address.toLowerCase(Locale.ROOT);
        return used() && (recipients.contains(lower) || recipients.contains(lower.substring(lower.lastIndexOf('@'))));
    }

    public String host() {
        return server.substring(0, server.lastIndexOf(':'));
    }

    public int port() {
        return portOf(server);
    }

    private static int portOf(String server) {
        return Integer.parseInt(server.substring(server.lastIndexOf(':') + 1));
    }
}
