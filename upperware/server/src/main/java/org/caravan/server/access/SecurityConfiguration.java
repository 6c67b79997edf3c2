package org.caravan.server.access;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.rest.RefusedPath;
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
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

@Configuration
@ConditionalOnWebApplication
class SecurityConfiguration {

    /** There are no users or passwords; without this bean Spring would invent one and print it. */
    @Bean
    AuthenticationManager noPasswords() {
        return attempt -> {
            throw new BadCredentialsException("only the token is accepted");
        };
    }

    /** Unknown methods and encoded slashes (of names of images) come through, to be refused in words: 405 and 404. */
    @Bean
    HttpFirewall firewall() {
        StrictHttpFirewall firewall = new StrictHttpFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowUrlEncodedSlash(true);
        firewall.setAllowUrlEncodedPercent(true); // what stands in such a path undecoded
        return firewall;
    }

    /** Before any filter of ours: it is told here what is refused. */
    @Bean
    RequestRejectedHandler refusedPaths() {
        return (request, response, rejected) -> RefusedPath.answer(request, response);
    }

    /** What each filter of the door takes is in no figure of ours, and to observe it took a tenth of a short request
     * (docs/decisions/overload-protection.md). */
    @Bean
    SecurityObservationSettings doorUnobserved() {
        return SecurityObservationSettings.noObservations();
    }

    /** CSRF tokens are not needed: {@link AccessFilter} takes the cookie for changes only from our own pages. */
    @Bean
    SecurityFilterChain accessRules(HttpSecurity http, AccessKeys keys, IssuedTokens issued, AuditLog audit, RateLimits limits, ConsoleLogin console) throws Exception {
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
                .addFilterAfter(limits.beforeAuthentication(), HeaderWriterFilter.class) // before logins at an issuer, too
                .addFilterAfter(byToken, AccessFilter.class)
                .addFilterAfter(new AuditFilter(audit), byToken.getClass())
                .authorizeHttpRequests(SecurityConfiguration::roles)
                .exceptionHandling(faults -> faults.authenticationEntryPoint(new Doorkeeper()).accessDeniedHandler(new RoleMissing()))
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
