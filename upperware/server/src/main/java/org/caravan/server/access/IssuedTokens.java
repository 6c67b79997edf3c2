package org.caravan.server.access;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;

/** Tokens (JWT) of the issuer that an admin set. Its keys are asked for when the first comes, so that the server starts without it. */
@Component
class IssuedTokens {

    private static final Logger LOG = LoggerFactory.getLogger(IssuedTokens.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Three parts, none empty: what is not of this form is one of our own. */
    private static final String FORM = "[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+";

    private final OidcSettings settings;
    private final Claims claims;
    private final JwtDecoder decoder;

    IssuedTokens(OidcSettings settings, Claims claims) {
        this.claims = claims;
        this.settings = settings;
        this.decoder = new SupplierJwtDecoder(() -> decoder(settings));
    }

    private static JwtDecoder decoder(OidcSettings settings) {
        SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
        requests.setConnectTimeout(PATIENCE);
        requests.setReadTimeout(PATIENCE);
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withIssuerLocation(settings.issuer()).restOperations(new RestTemplate(requests)).build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(List.of(
                JwtValidators.createDefaultWithIssuer(settings.issuer()), new JwtAudienceValidator(settings.audience()))));
        return decoder;
    }

    /** Empty if it is none of the issuer's, has expired, is meant for others, or names no role or organisation. */
    Optional<Caller> byToken(String token) {
        if (!settings.used() || !token.matches(FORM)) {
            return Optional.empty();
        }
        try {
            Jwt jwt = decoder.decode(token);
            return claims.caller(jwt.getClaims());
        } catch (JwtException e) {
            LOG.debug("a token of another issuer, or no good one: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
