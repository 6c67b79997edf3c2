package org.caravan.server.access;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Nobody takes the server from others by asking much: with a right token by that, without one by address, before a token is looked at. */
@Component
class RateLimits {

    private static final int NETWORK_BYTES = 8;

    /** Forms of the login page: their bodies are read before anybody has shown a token. */
    private static final int FORMS = 4;
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Allowances tokens;
    private final Allowances addresses;
    private final AtOnce tokensAtOnce;
    private final AtOnce formsAtOnce = new AtOnce(FORMS);

    RateLimits(LimitSettings settings) {
        tokens = new Allowances(settings.tokenRate());
        addresses = new Allowances(settings.addressRate());
        tokensAtOnce = new AtOnce(settings.tokenAtOnce());
    }

    /** In front of the door: whoever was turned away there too often waits, whatever he shows. */
    Filter beforeAuthentication() {
        return new Step() {
            @Override
            protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain) throws IOException, ServletException {
                String from = network(request.getRemoteAddr());
                Optional<Duration> wait = addresses.look(from);
                if (wait.isPresent()) {
                    refuse(response, wait.get(), "From this address too many requests came without a right token.", "send a right one then; admins make them.");
                    return;
                }
                if (request.getRequestURI().equals(LoginController.PATH) && !AccessFilter.reads(request)) {
                    passing(formsAtOnce, "", request, response, chain, "Too many log in at this moment.");
                } else {
                    chain.doFilter(request, response);
                }
                if (response.getStatus() == HttpStatus.UNAUTHORIZED.value() || request.getRequestURI().equals(ConsoleLogin.BEGIN)) {
                    addresses.take(from);
                }
            }
        };
    }

    /** Behind the door, before anything is written of the request. */
    Filter afterAuthentication() {
        return new Step() {
            @Override
            protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain) throws IOException, ServletException {
                Authentication caller = SecurityContextHolder.getContext().getAuthentication();
                Optional<Duration> wait = caller == null ? Optional.empty() : tokens.take(caller.getName());
                if (wait.isPresent()) {
                    refuse(response, wait.get(), "With this token too many requests came.", "ask less often, listen to GET /api/v1/events, or raise caravan.limits.token-rate.");
                } else if (caller == null) {
                    chain.doFilter(request, response);
                } else {
                    passing(tokensAtOnce, caller.getName(), request, response, chain, "With this token too many requests are under way.");
                }
            }
        };
    }

    private static void passing(AtOnce bound, String who, HttpServletRequest request, HttpServletResponse response, FilterChain chain, String refusal)
            throws IOException, ServletException {
        if (!bound.begins(who)) {
            refuse(response, SOON, refusal, "let others end first.");
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            bound.ended(who);
        }
    }

    private abstract static class Step extends OncePerRequestFilter {
        @Override
        protected boolean shouldNotFilter(HttpServletRequest request) {
            return request.getRequestURI().equals(AccessRules.OPEN);
        }

        /** Two of one class are in the chain: by its name the second would be taken for the first. */
        @Override
        protected String getAlreadyFilteredAttributeName() {
            return getClass().getName();
        }
    }

    private static void refuse(HttpServletResponse response, Duration wait, String what, String suggestion) throws IOException {
        long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        Problems.write(response, Problems.of(HttpStatus.TOO_MANY_REQUESTS, "too-many-requests", what, "wait " + seconds + " s; " + suggestion));
    }

    /** Who has one address of IPv6 has a whole /64. */
    static String network(String address) {
        try {
            InetAddress parsed = InetAddress.getByName(address);
            return parsed instanceof Inet6Address ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES)) : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
