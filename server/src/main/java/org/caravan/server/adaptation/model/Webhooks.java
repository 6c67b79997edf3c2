package org.caravan.server.adaptation.model;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CredentialsFile;
import org.caravan.server.MessageSettings;
import org.caravan.server.Settings;
import org.springframework.stereotype.Component;

/**
 * Sends messages to web addresses that the operator allows. Each is signed: the header {@code Caravan-Signature: t=TIME,v1=HEX} has the
 * time in s since 1970 and the HMAC-SHA-256 of {@code TIME.BODY} with the key, so that a receiver can refuse others' and old messages.
 * Redirects are not followed, because they could lead to an address that is not allowed. Content of answers is not read.
 */
@Component
class Webhooks {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int SUCCESS = 2;
    private static final int HUNDRED = 100;
    private static final int LEAST_KEY = 16;

    private final MessageSettings allowed;
    private final Settings settings;
    private final Clock clock;
    private HttpClient client;

    Webhooks(Settings settings, Clock clock) {
        this.allowed = settings.messages();
        this.settings = settings;
        this.clock = clock;
    }

    /** Why nothing may be sent to the address; empty if it may. */
    Optional<String> refusal(String address) {
        return allowed.allows(URI.create(address)) ? Optional.empty() : Optional.of("Messages to " + URI.create(address).getHost()
                + " are not allowed. Maybe add its origin to caravan.messages.origins.");
    }

    /**
     * Sends a message once.
     *
     * @param body JSON
     * @param id the same for repetitions of the message, so that a receiver can recognise them
     * @return why it did not arrive, without a full stop; empty if the receiver answered 2xx
     */
    Optional<String> send(String address, String body, String id) {
        if (!allowed.allows(URI.create(address))) {
            return Optional.of("messages to " + URI.create(address).getHost() + " are not allowed");
        }
        try {
            long time = clock.instant().getEpochSecond();
            HttpRequest request = HttpRequest.newBuilder(URI.create(address)).timeout(TIMEOUT)
                    .header("Content-Type", "application/json").header("Caravan-Message", id)
                    .header("Caravan-Signature", "t=" + time + ",v1=" + signature(key(), time + "." + body))
                    .POST(HttpRequest.BodyPublishers.ofString(body)).build();
            HttpResponse<InputStream> answer = client().send(request, HttpResponse.BodyHandlers.ofInputStream());
            // The body is not read: a receiver that never ends it would hold the thread.
            answer.body().close();
            int status = answer.statusCode();
            return status / HUNDRED == SUCCESS ? Optional.empty() : Optional.of("the receiver answered " + status);
        } catch (AdapterFault noKey) {
            return Optional.of(noKey.getMessage().replace('\n', ' ').replaceFirst("\\.$", ""));
        } catch (IOException fault) {
            return Optional.of("the receiver did not answer (" + fault.getClass().getSimpleName()
                    + (fault.getMessage() == null ? "" : ": " + fault.getMessage()) + ")");
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return Optional.of("the server ended");
        }
    }

    static String signature(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private byte[] key() {
        CredentialsFile file = CredentialsFile.of(settings.credentials(), allowed.credentials(), "key", "of 16 characters or more",
                Webhooks::fault);
        byte[] key;
        try {
            key = Files.readString(file.path()).strip().getBytes(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            // The exception is not passed on, because its message could quote the file.
            throw fault("the file of the key cannot be read", "check its owner");
        }
        if (key.length < LEAST_KEY) {
            throw fault("the key has fewer than " + LEAST_KEY + " characters", "write 32 random characters");
        }
        return key;
    }

    private static AdapterFault fault(String what, String way) {
        return new AdapterFault(AdapterFault.Kind.FAILED, "The message cannot be signed: " + what + ".\nMaybe " + way + ".");
    }

    /** Created when first used: most servers send nothing. */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder().connectTimeout(TIMEOUT).followRedirects(HttpClient.Redirect.NEVER)
                    .version(HttpClient.Version.HTTP_1_1).build();
        }
        return client;
    }
}
