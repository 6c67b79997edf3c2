package org.caravan.server.access;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.rest.Problems;
import org.caravan.server.rest.problem.InvalidPathFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

@Configuration
@ConditionalOnWebApplication
class SecurityConfiguration {

    /** Caravan has no users with passwords; without this bean Spring would generate and print one. */
    @Bean
    AuthenticationManager noPasswords() {
        return attempt -> {
            throw new BadCredentialsException("only the token is accepted");
        };
    }

    /** Lets unknown methods and encoded slashes (in image names) pass, so that later code answers them with a problem: 405 and 404. */
    @Bean
    HttpFirewall firewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowUrlEncodedSlash(true);
        firewall.setAllowUrlEncodedPercent(true); // the path is checked again after decoding
        return firewall;
    }

    /** The firewall rejects requests before any filter, so the answer is written here. */
    @Bean
    RequestRejectedHandler refusedPaths() {
        return (request, response, rejected) -> InvalidPathFilter.answer(request, response);
    }

    /**
     * Disables observation of security filters: no metric uses it, and it took a tenth of the time of a short request
     * (docs/decisions/rest-api.md).
     */
    @Bean
    SecurityObservationSettings doorUnobserved() {
        return SecurityObservationSettings.noObservations();
    }

    /** CSRF tokens are not needed: for changes, {@link AccessFilter} accepts the cookie only from pages of this server. */
    @Bean
    SecurityFilterChain accessRules(HttpSecurity http, AccessKeys keys, IssuedTokens issued, AuditLog audit, RateLimits limits,
            ConsoleLogin console) throws Exception {
        if (console.offered()) {
            console.offer(http);
        }
        Filter byToken = limits.afterAuthentication();
        return http.csrf(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                .addFilterBefore(new AccessFilter(keys, issued), UsernamePasswordAuthenticationFilter.class)
                .addFilterAfter(limits.beforeAuthentication(), HeaderWriterFilter.class) // also before OIDC logins
                .addFilterAfter(byToken, AccessFilter.class)
                .addFilterAfter(new AuditFilter(audit), byToken.getClass())
                .authorizeHttpRequests(SecurityConfiguration::roles)
                .exceptionHandling(faults -> faults.authenticationEntryPoint(new UnauthorizedEntryPoint())
                        .accessDeniedHandler(new ForbiddenHandler()))
                .headers(headers -> headers
                        .addHeaderWriter(new ContentPolicy())
                        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER)))
                .build();
    }

    private static void roles(AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry registry) {
        registry.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR).permitAll()
                .requestMatchers(AccessRules.OPEN, LoginController.PATH, LoginController.PATH + "/**", "/style/**").permitAll();
        for (AccessRules.Rule rule : AccessRules.ALL) {
            registry.requestMatchers(rule.method().orElse(null), rule.patterns().toArray(String[]::new)).hasAuthority(rule.authority());
        }
        registry.anyRequest().hasAuthority(AccessRules.authority(Role.ADMIN, true));
    }

    /** Content Security Policy of the console's pages. */
    private static final class ContentPolicy implements HeaderWriter {

        /** No external and no inline content, so that text from a model never runs as a script. */
        private static final String CONSOLE = "default-src 'none'; script-src 'self'; style-src 'self'; "
                + "img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
                + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

        /** Monaco creates style sheets at run time, with embedded images. Scripts still come from this server only. */
        private static final String EDITOR = CONSOLE.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
                .replace("img-src 'self'", "img-src 'self' data:");

        @Override
        public void writeHeaders(HttpServletRequest request, HttpServletResponse response) {
            response.setHeader("Content-Security-Policy", request.getRequestURI().startsWith("/editor/") ? EDITOR : CONSOLE);
        }
    }

    /** Answers 403 if the token is valid but its role does not allow the request. */
    private static final class ForbiddenHandler implements AccessDeniedHandler {

        @Override
        public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException cause) throws IOException {
            Caller caller = (Caller) SecurityContextHolder.getContext().getAuthentication().getPrincipal();
            Problems.write(response, Problems.of(HttpStatus.FORBIDDEN, "role-missing",
                    "The token (%s, %s) has the role %s, which does not allow %s %s.".formatted(
                            caller.tokenId(), caller.name(), caller.standing(), request.getMethod(), request.getRequestURI()),
                    "ask an admin for a token of another role: caravan token create NAME --role ROLE."));
        }
    }

    /** Answers requests without a valid token: 401 for API clients, a redirect to the login page for browsers. */
    private static final class UnauthorizedEntryPoint implements AuthenticationEntryPoint {

        @Override
        public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException cause)
                throws IOException {
            if (request.getRequestURI().startsWith("/api/") || request.getRequestURI().startsWith("/actuator")) {
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
                Problems.write(response, Problems.of(HttpStatus.UNAUTHORIZED, "token-missing",
                        "This request carries no valid token.",
                        "send the header Authorization: Bearer <token>; one is in the file named by caravan.token-file, admins make "
                                + "others, "
                                + "which expire."));
            } else {
                response.sendRedirect(LoginController.PATH);
            }
        }
    }
}
