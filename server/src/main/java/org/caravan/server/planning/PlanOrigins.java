package org.caravan.server.planning;

import java.util.Map;
import java.util.Optional;
import org.caravan.server.trace.TraceOrigin;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Maps a plan to the trace in which it was made. Its approval continues that trace, even on another server or days later. */
@Component
public class PlanOrigins implements TraceOrigin {

    private static final String APPROVAL = "/api/v1/applications/{name}/plans/{id}/approval";

    private final JdbcClient database;

    PlanOrigins(JdbcClient database) {
        this.database = database;
    }

    @Override
    public Optional<String> of(String pattern, Map<String, String> variables) {
        return pattern.equals(APPROVAL) ? of(variables.get("name"), variables.get("id")) : Optional.empty();
    }

    /** @param id digest of a plan, or {@code latest} */
    public Optional<String> of(String application, String id) {
        return database.sql(
                "select trace from plan where application = ? and (id = ? or ? = 'latest') and trace is not null order by number desc "
                + "limit 1")
                .params(application, id, id).query(String.class).optional();
    }
}
