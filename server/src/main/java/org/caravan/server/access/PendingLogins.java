package org.caravan.server.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.stereotype.Component;

/**
 * Pending OIDC logins, from the redirect to the issuer until the return. Each is bound to its browser by a cookie and stored in the
 * database, because there are no HTTP sessions and another server may receive the return. Any client can start a login, so their number is
 * limited.
 */
@Component
class PendingLogins implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    private static final String COOKIE = "caravan-login";
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int MOST = 1000;

    /** Parameter that names the issuer of the response (RFC 9207); optional for issuers. */
    private static final String ISSUER = "iss";

    private final JdbcClient database;
    private final OidcSettings settings;
    private final Clock clock;

    PendingLogins(JdbcClient database, OidcSettings settings, Clock clock) {
        this.database = database;
        this.settings = settings;
        this.clock = clock;
    }

    /** The parts of an authorization request that differ between logins. */
    record Kept(String authorizationUri, String clientId, String redirectUri, Set<String> scopes, String state,
            Map<String, String> parameters, Map<String, String> attributes,
            String uri) {

        static Kept of(OAuth2AuthorizationRequest request) {
            return new Kept(request.getAuthorizationUri(), request.getClientId(), request.getRedirectUri(),
                    new TreeSet<>(request.getScopes()), request.getState(),
                    texts(request.getAdditionalParameters()), texts(request.getAttributes()), request.getAuthorizationRequestUri());
        }

        private static Map<String, String> texts(Map<String, Object> all) {
            return all.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> String.valueOf(each.getValue())));
        }

        OAuth2AuthorizationRequest request() {
            return OAuth2AuthorizationRequest.authorizationCode().authorizationUri(authorizationUri).clientId(clientId)
                    .redirectUri(redirectUri).scopes(scopes).state(state)
                    .additionalParameters(all -> all.putAll(parameters)).attributes(all -> all.putAll(attributes))
                    .authorizationRequestUri(uri).build();
        }
    }

    @Override
    public OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        return find(request).orElse(null);
    }

    private Optional<OAuth2AuthorizationRequest> find(HttpServletRequest request) {
        String state = request.getParameter(OAuth2ParameterNames.STATE);
        String[] issuers = request.getParameterValues(ISSUER);
        if (issuers != null && !(issuers.length == 1 && issuers[0].equals(settings.issuer()))) {
            return Optional.empty();
        }
        return cookie(request).flatMap(value -> database.sql("select request from begun_login where cookie_digest = ? and begun_at > ?")
                        .params(TokenText.digest(value), clock.instant().minus(LIFE).toString()).query(String.class).optional())
                .map(text -> Json.read(text, Kept.class).request()).filter(begun -> begun.getState().equals(state));
    }

    @Override
    public void saveAuthorizationRequest(OAuth2AuthorizationRequest begun, HttpServletRequest request, HttpServletResponse response) {
        if (begun == null) {
            removeAuthorizationRequest(request, response);
            return;
        }
        Instant now = clock.instant();
        database.sql("delete from begun_login where begun_at <= ?").param(now.minus(LIFE).toString()).update();
        database.sql(
                "delete from begun_login where cookie_digest not in (select cookie_digest from begun_login order by begun_at desc limit "
                + (MOST - 1) + ")").update();
        String value = TokenText.newSecret();
        database.sql("insert into begun_login (cookie_digest, request, begun_at) values (?, ?, ?)")
                .params(TokenText.digest(value), Json.write(Kept.of(begun)), now.toString()).update();
        set(request, response, value, LIFE);
    }

    /** Each login can be completed once. */
    @Override
    public OAuth2AuthorizationRequest removeAuthorizationRequest(HttpServletRequest request, HttpServletResponse response) {
        Optional<OAuth2AuthorizationRequest> found = find(request);
        cookie(request).ifPresent(value -> database.sql("delete from begun_login where cookie_digest = ?").param(TokenText.digest(value))
                .update());
        set(request, response, "", Duration.ZERO);
        return found.orElse(null);
    }

    /** SameSite is Lax, because the browser must send the cookie when the issuer redirects it back. */
    private static void set(HttpServletRequest request, HttpServletResponse response, String value, Duration life) {
        response.addHeader(HttpHeaders.SET_COOKIE, ResponseCookie.from(COOKIE, value).httpOnly(true).sameSite("Lax")
                .secure(request.isSecure()).path("/login").maxAge(life).build().toString());
    }

    private static Optional<String> cookie(HttpServletRequest request) {
        return request.getCookies() == null ? Optional.empty()
                : Arrays.stream(request.getCookies()).filter(cookie -> cookie.getName().equals(COOKIE)).map(Cookie::getValue).findFirst();
    }
}
