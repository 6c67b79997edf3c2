package org.caravan.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.server.organisation.CredentialValidity;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Authenticates requests by a valid token, or by a valid console cookie if the request comes from a page of this server. */
final class AccessFilter extends OncePerRequestFilter {

    static final String COOKIE = "caravan";

    private static final String BEARER = "Bearer ";
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final AccessKeys keys;
    private final IssuedTokens issued;

    AccessFilter(AccessKeys keys, IssuedTokens issued) {
        this.keys = keys;
        this.issued = issued;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        let(request).ifPresent(let -> {
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            UsernamePasswordAuthenticationToken caller = UsernamePasswordAuthenticationToken.authenticated(let.caller(), null,
                    authorities(let.caller()));
            caller.setDetails(let.standing());
            context.setAuthentication(caller);
            SecurityContextHolder.setContext(context);
        });
        chain.doFilter(request, response);
    }

    /** Whether the request is read-only by its HTTP method. */
    static boolean reads(HttpServletRequest request) {
        return READING.contains(request.getMethod());
    }

    /**
     * Authorities of the caller's role and of all roles that it includes; also authorities of the installation, if the caller belongs to no
     * organisation.
     */
    private static List<SimpleGrantedAuthority> authorities(Caller caller) {
        return Arrays.stream(Role.values()).filter(caller.role()::includes)
                .flatMap(each -> caller.reach().all() ? Stream.of(AccessRules.authority(each, false), AccessRules.authority(each, true))
                        : Stream.of(AccessRules.authority(each, false)))
                .map(SimpleGrantedAuthority::new).toList();
    }

    /** @param standing check of continued validity; holds no token, because streams and sockets keep it */
    private record LetIn(Caller caller, CredentialValidity standing) {}

    private Optional<LetIn> let(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            String token = header.substring(BEARER.length()).strip();
            Optional<String> id = TokenText.id(token);
            return keys.byToken(token).map(caller -> new LetIn(caller, () -> keys.stillGood(id)))
                    .or(() -> issued.byToken(token).map(found -> new LetIn(found.caller(), () -> issued.stillGood(found.until()))));
        }
        return reads(request) || ownPage(request) ? byCookie(request) : Optional.empty();
    }

    private Optional<LetIn> byCookie(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies == null ? Optional.empty() : Arrays.stream(cookies).filter(cookie -> cookie.getName().equals(COOKIE))
                .map(cookie -> TokenText.digest(cookie.getValue()))
                .flatMap(digest -> keys.byCookie(digest).map(caller -> new LetIn(caller, () -> keys.byCookie(digest).isPresent())).stream())
                .findFirst();
    }

    /**
     * Cookies ignore ports: a page of another server on this machine, for example of a deployed application, counts as "same site", and
     * its requests carry the console's cookie. Only the header {@code Origin} tells the two apart.
     */
    static boolean ownPage(HttpServletRequest request) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        String host = request.getHeader(HttpHeaders.HOST);
        return origin != null && origin.equals(request.getScheme() + "://" + host);
    }
}
