package org.caravan.server.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** For those who ask the database before any resource is asked: whose token it is, and that somebody asked. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class AwayFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(AwayFilter.class);

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain) throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (DataAccessResourceFailureException away) {
            LOG.warn("the database is away: {}", away.getMessage());
            if (!response.isCommitted()) {
                response.reset();
                Problems.write(response, Problems.databaseAway());
            }
        }
    }
}
