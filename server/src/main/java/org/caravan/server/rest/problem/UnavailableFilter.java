package org.caravan.server.rest.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.caravan.server.rest.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reports an unavailable database or a full disk as a problem detail if the fault occurs in a filter, before any resource is called.
 * Filters query the database to authenticate the caller and to write the audit log.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class UnavailableFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(UnavailableFilter.class);

    private final StorageProblems storage;

    UnavailableFilter(StorageProblems storage) {
        this.storage = storage;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (RuntimeException | ServletException | IOException fault) {
            Optional<ProblemDetail> problem = problem(fault);
            if (problem.isEmpty()) {
                throw fault;
            }
            if (!response.isCommitted()) {
                response.reset();
                Problems.write(response, problem.get());
            }
        }
    }

    private Optional<ProblemDetail> problem(Exception fault) {
        return storage.of(fault).or(() -> {
            if (fault instanceof DataAccessResourceFailureException) {
                LOG.warn("the database is unavailable: {}", fault.getMessage());
                return Optional.of(Problems.databaseAway());
            }
            return Optional.empty();
        });
    }
}
