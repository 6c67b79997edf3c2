package org.caravan.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.caravan.server.Pause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;

/**
 * Verifies tokens (JWT) of the configured OIDC issuer. The issuer's keys are fetched when the first token arrives, so that the server
 * starts without the issuer.
 */
@Component
class IssuedTokens {

    private static final Logger LOG = LoggerFactory.getLogger(IssuedTokens.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Three non-empty parts; a token of any other form is not a JWT. */
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]++");
    /** Tomcat accepts headers of up to 8 KiB, so no longer token can arrive. */
    private static final int LONGEST = 8 << 10;

    private final OidcSettings settings;
    private final Claims claims;
    private final JwtDecoder decoder;
    private final Clock clock;
    /** After a failed request to the issuer. */
    private final Pause unreachable = new Pause(Duration.ofSeconds(2));

    IssuedTokens(OidcSettings settings, Claims claims, Clock clock) {
        this.claims = claims;
        this.settings = settings;
        this.clock = clock;
        this.decoder = new SupplierJwtDecoder(() -> decoder(settings));
    }

    private static JwtDecoder decoder(OidcSettings settings) {
        SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
        requests.setConnectTimeout(PATIENCE);
        requests.setReadTimeout(PATIENCE);
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withIssuerLocation(settings.issuer()).restOperations(new RestTemplate(requests))
                .cache(new IssuerKeys(System::nanoTime)).build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(List.of(
                JwtValidators.createDefaultWithIssuer(settings.issuer()), new JwtAudienceValidator(settings.audience()))));
        return decoder;
    }

    /** @param until expiry of the token */
    record Known(Caller caller, Instant until) {}

    boolean stillGood(Instant until) {
        return clock.instant().isBefore(until);
    }

    /** Empty if the token is not from the issuer, has expired, is for another audience, or names no role or organisation. */
    Optional<Known> byToken(String token) {
        if (!settings.used() || token.length() > LONGEST || !FORM.matcher(token).matches() || unreachable.lasts()) {
            return Optional.empty();
        }
        try {
            Jwt jwt = decoder.decode(token);
            return claims.caller(jwt.getClaims()).map(caller -> new Known(caller,
                    Optional.ofNullable(jwt.getExpiresAt()).orElse(Instant.MAX)));
        } catch (JwtDecoderInitializationException e) {
            // Prevents each bad token from holding a thread until the issuer's time-out.
            unreachable.begin();
            LOG.warn("the issuer {} does not answer: {}", settings.issuer(), e.getMessage());
            return Optional.empty();
        } catch (JwtException e) {
            LOG.debug("a token of another issuer, or no good one: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * The issuer's public keys (JWK Set, RFC 7517). The decoder invalidates this cache for each token that names an unknown key. Without a
     * minimum interval any client could make the server call the issuer once per request. After the issuer changed its keys, tokens of a
     * new key are refused for at most {@link #INTERVAL}.
     */
    static final class IssuerKeys extends ConcurrentMapCache {

        static final Duration INTERVAL = Duration.ofSeconds(5);

        private final Pause asked;

        /**
         * @param nanos monotonic clock, such as {@link System#nanoTime}; a wall clock that is set back would block key requests for that
         * long
         */
        IssuerKeys(LongSupplier nanos) {
            super("keys of the issuer");
            this.asked = new Pause(INTERVAL, nanos);
        }

        /** Called when a token names a key that is not in the set. */
        @Override
        public boolean invalidate() {
            return !asked.lasts() && super.invalidate();
        }

        /** A request to the issuer that fails counts as one, so that tokens do not queue for its time-outs. */
        @Override
        @SuppressWarnings("unchecked")
        public <T> T get(Object key, Callable<T> request) {
            ValueWrapper kept = get(key);
            if (kept != null) {
                return (T) kept.get();
            }
            if (asked.lasts()) {
                throw new ValueRetrievalException(key, request, new IllegalStateException("The issuer did not answer a moment ago."));
            }
            asked.begin();
            return super.get(key, request);
        }
    }
}
