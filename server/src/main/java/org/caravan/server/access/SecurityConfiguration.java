package org.caravan.server.access;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.rest.problem.InvalidPathFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
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
     * (docs/decisions/overload-protection.md).
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
}
