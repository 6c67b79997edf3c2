package org.caravan.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Turns a right token, or a right cookie used by a page of our own, into an authenticated request. */
final class AccessFilter extends OncePerRequestFilter {

    static final String COOKIE = "caravan";

    private static final String BEARER = "Bearer ";
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final AccessKeys keys;

    AccessFilter(AccessKeys keys) {
        this.keys = keys;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (hasToken(request) || hasCookie(request) && (READING.contains(request.getMethod()) || ownPage(request))) {
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated("operator", null, List.of()));
            SecurityContextHolder.setContext(context);
        }
        chain.doFilter(request, response);
    }

    private boolean hasToken(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        return header != null
                && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && keys.isToken(header.substring(BEARER.length()).strip());
    }

    private boolean hasCookie(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies != null
                && Arrays.stream(cookies).anyMatch(cookie -> cookie.getName().equals(COOKIE) && keys.isCookie(cookie.getValue()));
    }

    /**
     * Cookies do not know ports: a page of another server on this machine, say of a deployed application, is "same site"
     * and its requests carry our cookie. Only the origin tells it apart.
     */
    private static boolean ownPage(HttpServletRequest request) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        String host = request.getHeader(HttpHeaders.HOST);
        return origin != null && origin.equals(request.getScheme() + "://" + host);
    }
}
