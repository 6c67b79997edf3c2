package org.caravan.server.access;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits requests so that one client cannot starve the others. A valid token has its own limit only. Requests without a valid token are
 * limited by their address after the token check, so that another client behind the same address cannot block a valid token. The check
 * costs one SHA-256 and at most one look-up by primary key.
 */
@Component
class RateLimits {

    private static final int NETWORK_BYTES = 8;
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*(%.*)?");

    /** Maximum of concurrent login forms, because their bodies are read before authentication. */
    private static final int FORMS = 4;
    private static final Duration SOON = Duration.ofSeconds(1);

    private final TokenBuckets tokens;
    private final TokenBuckets addresses;
    private final TokenBuckets logins;
    private final InFlightLimit tokensAtOnce;
    private final InFlightLimit organisationsAtOnce;
    private final InFlightLimit formsAtOnce = new InFlightLimit(FORMS);

    RateLimits(LimitSettings settings) {
        tokens = new TokenBuckets(settings.tokenRate());
        addresses = new TokenBuckets(settings.addressRate());
        logins = new TokenBuckets(settings.addressRate());
        tokensAtOnce = new InFlightLimit(settings.tokenAtOnce());
        organisationsAtOnce = new InFlightLimit(settings.organisationAtOnce());
    }

    /** Before authentication: limits only requests that carry no token and still cost work, which are logins. */
    Filter beforeAuthentication() {
        return new Step() {
            @Override
            protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                String path = request.getRequestURI();
                if (path.equals(LoginController.PATH) && !AccessFilter.reads(request)) {
                    passing(formsAtOnce, "", request, response, chain, "Too many logins are in progress.");
                } else if (path.startsWith(LoginController.PATH + "/")) {
                    Optional<Duration> wait = logins.take(network(request.getRemoteAddr()));
                    if (wait.isPresent()) {
                        refuse(response, wait.get(), "Too many logins from this address.", "log in again then.");
                    } else {
                        chain.doFilter(request, response);
                    }
                } else {
                    chain.doFilter(request, response);
                }
            }
        };
    }

    /** After authentication, and before the request is written to the audit log. */
    Filter afterAuthentication() {
        return new Step() {
            @Override
            protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                    throws IOException, ServletException {
                Authentication caller = SecurityContextHolder.getContext().getAuthentication();
                if (caller == null) {
                    withoutToken(request, response, chain);
                    return;
                }
                Optional<Duration> wait = tokens.take(caller.getName());
                if (wait.isPresent()) {
                    refuse(response, wait.get(), "Too many requests with this token.",
                            "send fewer requests, subscribe to GET /api/v1/events, or raise caravan.limits.token-rate.");
                    return;
                }
                Optional<String> organisation = OrganisationScope.of(caller).organisation();
                FilterChain within = organisation.isEmpty() ? chain
                        : (asked, answer) -> passing(organisationsAtOnce, organisation.get(), asked, (HttpServletResponse) answer, chain,
                        "Too many concurrent requests with tokens of this organisation.");
                passing(tokensAtOnce, caller.getName(), request, response, within, "Too many concurrent requests with this token.");
            }
        };
    }

    private void withoutToken(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String from = network(request.getRemoteAddr());
        Optional<Duration> wait = request.getRequestURI().startsWith(LoginController.PATH) ? Optional.empty() : addresses.look(from);
        if (wait.isPresent()) {
            refuseAddress(response, wait.get());
            return;
        }
        chain.doFilter(request, response);
        if (response.getStatus() == HttpStatus.UNAUTHORIZED.value() && !request.getRequestURI().startsWith(LoginController.PATH)) {
            addresses.take(from);
        }
    }

    /** Counts a wrong token from the login form. @return true if the request was answered with 429, because this address sent too many */
    boolean refusesWrongToken(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Duration> wait = addresses.take(network(request.getRemoteAddr()));
        if (wait.isPresent()) {
            refuseAddress(response, wait.get());
        }
        return wait.isPresent();
    }

    private static void refuseAddress(HttpServletResponse response, Duration wait) throws IOException {
        refuse(response, wait, "Too many requests from this address without a valid token.",
                "send a valid token, to which this limit does not apply; admins create tokens.");
    }

    private static void passing(InFlightLimit bound, String who, ServletRequest request, HttpServletResponse response, FilterChain chain,
            String refusal)
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

        /** Two subclasses are in the chain; each needs its own attribute, so that Spring does not skip the second. */
        @Override
        protected String getAlreadyFilteredAttributeName() {
            return getClass().getName();
        }
    }

    private static void refuse(HttpServletResponse response, Duration wait, String what, String suggestion) throws IOException {
        long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
        response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        Problems.write(response, Problems.of(HttpStatus.TOO_MANY_REQUESTS, "too-many-requests", what, "wait " + seconds + " s; "
                + suggestion));
    }

    /** Rate-limit key of an address: the /64 network for IPv6, because one client usually owns a whole /64. */
    static String network(String address) {
        if (!LITERAL.matcher(address).matches()) {
            return address; // a name from a header is not resolved
        }
        try {
            InetAddress parsed = InetAddress.getByName(address);
            return parsed instanceof Inet6Address ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES)) : address;
        } catch (UnknownHostException e) {
            return address;
        }
    }

    /** Limit of concurrent requests per client. Thread-safe. */
    private static final class InFlightLimit {

        private final int most;
        private final Map<String, Integer> underWay = new HashMap<>();

        /** @param most maximum of concurrent requests per client, at least 1 */
        InFlightLimit(int most) {
            this.most = most;
        }

        /** @return whether one more request may start; it counts until {@link #ended} */
        synchronized boolean begins(String who) {
            int before = underWay.getOrDefault(who, 0);
            if (before == most) {
                return false;
            }
            underWay.put(who, before + 1);
            return true;
        }

        synchronized void ended(String who) {
            underWay.computeIfPresent(who, (name, now) -> now == 1 ? null : now - 1);
        }
    }
}
