package org.caravan.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.audit.AuditRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.SupplierClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.stereotype.Component;

/**
 * Console login at an OIDC issuer: authorization code flow with PKCE. The user gets a session as with a token from an admin, for the
 * lifetime of a login. Tokens of the issuer are not stored.
 */
@Component
class ConsoleLogin {

    /** Path at which a login starts. */
    static final String BEGIN = "/login/oidc/issuer";

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleLogin.class);
    private static final String REGISTRATION = "issuer";
    private static final String RETURN = "/login/return/*";

    private final OidcSettings settings;
    private final Claims claims;
    private final AccessKeys keys;
    private final PendingLogins begun;
    private final AuditLog audit;

    ConsoleLogin(OidcSettings settings, Claims claims, AccessKeys keys, PendingLogins begun, AuditLog audit) {
        this.settings = settings;
        this.claims = claims;
        this.keys = keys;
        this.begun = begun;
        this.audit = audit;
    }

    boolean offered() {
        return settings.login();
    }

    void offer(HttpSecurity http) throws Exception {
        // The issuer's metadata is fetched at the first login, so that the server starts without the issuer.
        ClientRegistrationRepository clients = new SupplierClientRegistrationRepository(() ->
                new InMemoryClientRegistrationRepository(registration()));
        DefaultOAuth2AuthorizationRequestResolver requests = new DefaultOAuth2AuthorizationRequestResolver(clients,
                BEGIN.substring(0, BEGIN.lastIndexOf('/')));
        requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
        http.oauth2Login(login -> login.clientRegistrationRepository(clients)
                .authorizedClientRepository(new NothingKept())
                .loginPage(LoginController.PATH)
                .authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(requests).authorizationRequestRepository(begun))
                .redirectionEndpoint(endpoint -> endpoint.baseUri(RETURN))
                .successHandler(this::enter)
                .failureHandler(this::refuse));
    }

    private ClientRegistration registration() {
        ClientRegistration.Builder client = ClientRegistrations.fromIssuerLocation(settings.issuer()).registrationId(REGISTRATION)
                .clientId(settings.clientId())
                .userInfoUri(null) // all claims are in the signed token
                .redirectUri("{baseUrl}" + RETURN.replace("*", "{registrationId}")).scope(settings.scopes());
        return (settings.clientSecret().isBlank() ? client.clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                : client.clientSecret(settings.clientSecret())).build();
    }

    private void enter(HttpServletRequest request, HttpServletResponse response, Authentication authentication) throws IOException {
        Optional<Caller> found = claims.caller(((OAuth2User) authentication.getPrincipal()).getAttributes());
        if (found.isEmpty()) {
            LOG.info("a user of the identity provider logged in, but has no role or no organisation here");
            page(response, HttpStatus.FORBIDDEN, Page.NO_ROLE);
            return;
        }
        Caller caller = found.get();
        AuditRequest asked = new AuditRequest(caller.tokenId(), caller.name(), caller.role().word(), request.getRemoteAddr(),
                request.getMethod() + " " + request.getRequestURI(), caller.reach().organisation().orElse(""));
        long number = audit.asked(asked);
        response.addHeader(HttpHeaders.SET_COOKIE,
                LoginController.cookie(keys.login(caller, settings.session()), request.isSecure(), settings.session()).toString());
        page(response, HttpStatus.OK, Page.ENTERED);
        audit.answered(number, asked, HttpStatus.OK.value());
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, AuthenticationException fault) throws IOException {
        LOG.info("a login at the identity provider failed: {}", fault.getMessage());
        page(response, HttpStatus.UNAUTHORIZED, Page.FAILED);
    }

    /**
     * Pages shown after the return from the issuer. The console is opened from a page of this server: after a redirect from another site,
     * the browser would not send the console's cookie (SameSite=Strict).
     */
    private enum Page {
        ENTERED("<meta http-equiv=\"refresh\" content=\"0; url=/\">", "Logged in: <a href=\"/\">to the console</a>."),
        NO_ROLE("", "You are logged in, but have no role here. Maybe ask an admin for a role. <a href=\"/login\">Back</a>."),
        FAILED("", "The login failed. Maybe it took too long, or was cancelled. <a href=\"/login\">Try again</a>.");

        private final String html;

        Page(String head, String text) {
            html = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Caravan</title>" + head
                    + "<link rel=\"stylesheet\" href=\"/style/theme.css\"><link rel=\"stylesheet\" "
                            + "href=\"/style/login.css\"></head><body><main><p>" + text + "</p></main></body></html>";
        }
    }

    private static void page(HttpServletResponse response, HttpStatus status, Page page) throws IOException {
        response.setStatus(status.value());
        response.setContentType(MediaType.TEXT_HTML_VALUE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getOutputStream().write(page.html.getBytes(StandardCharsets.UTF_8));
    }

    /** Discards the issuer's tokens, because they also give access to other services. */
    private static final class NothingKept implements OAuth2AuthorizedClientRepository {

        @Override
        public <T extends OAuth2AuthorizedClient> T loadAuthorizedClient(String registration, Authentication principal,
                HttpServletRequest request) {
            return null;
        }

        @Override
        public void saveAuthorizedClient(OAuth2AuthorizedClient client, Authentication principal, HttpServletRequest request,
                HttpServletResponse response) {
            // Discarded on purpose.
        }

        @Override
        public void removeAuthorizedClient(String registration, Authentication principal, HttpServletRequest request,
                HttpServletResponse response) {
            // Nothing to remove.
        }
    }
}
