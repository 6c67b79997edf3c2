package org.caravan.server.organisation;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The organisations of this installation. Organisations are never removed: a later one with the same name would inherit the records of the
 * first.
 */
@Component
public class Organisations {

    /** Owns resources from releases without organisations, and resources created with the installation's own tokens. */
    public static final String DEFAULT = "default";

    private static final double LEAST_WEIGHT = 0.01;
    private static final double MOST_WEIGHT = 100;
    private static final int DECIMALS = 3;
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");
    /** Reserved name in tokens of an external issuer: the token belongs to the installation, not to an organisation. */
    public static final String INSTALLATION = "installation";

    private final JdbcClient database;
    private final Clock clock;

    Organisations(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** @param weight by which nodes multiply the shares of its copies, 0.01 to 100 */
    record Listed(String name, Instant madeAt, double weight) {}

    /** Sorted by name. */
    List<Listed> all(OrganisationScope reach) {
        return database.sql("select name, made_at, weight from organisation order by name")
                .query((row, line) -> new Listed(row.getString(1), Instant.parse(row.getString(2)), row.getDouble(3))).list().stream()
                .filter(each -> reach.includes(each.name())).toList();
    }

    public boolean exists(String name) {
        return database.sql("select count(*) from organisation where name = ?").param(name).query(Integer.class).single() > 0;
    }

    /** @throws ProblemException with status 404 if the organisation does not exist or the caller may not see it */
    public String required(String name, OrganisationScope reach) {
        if (!reach.includes(name) || !exists(name)) {
            throw ProblemException.notFound("unknown-organisation", "There is no organisation (" + name + ").",
                    "list them: caravan organisation list.");
        }
        return name;
    }

    /** Weight by which nodes multiply the shares of the organisation's copies; 1 unless an operator set another. */
    public double weight(String name) {
        return database.sql("select weight from organisation where name = ?").param(name).query(Double.class).optional().orElse(1.0);
    }

    /**
     * Later plans of the organisation's applications have the weight.
     *
     * @throws ProblemException with code weight-invalid unless the weight is 0.01 to 100 with at most 3 decimals, or unknown-organisation
     */
    public void weigh(String name, double weight) {
        if (!(weight >= LEAST_WEIGHT) || weight > MOST_WEIGHT || BigDecimal.valueOf(weight).stripTrailingZeros().scale() > DECIMALS) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "weight-invalid", "An organisation cannot have the weight ("
                    + weight + "), but 0.01 to 100 with at most 3 decimals.", "use 1, the weight of an organisation without one.");
        }
        required(name, OrganisationScope.current());
        database.sql("update organisation set weight = ? where name = ?").params(weight, name).update();
    }

    Listed make(String name) {
        if (!NAME.matcher(name).matches() || name.equalsIgnoreCase(INSTALLATION)) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "organisation-name", "An organisation cannot be called (" + name
                    + ").",
                    "use 1 to 32 letters, digits, - and _, a letter first; " + INSTALLATION + " means none.");
        }
        database.sql("select name from organisation where lower(name) = lower(?) and name <> ?").params(name, name).query(String.class)
                .list().stream().findFirst().ifPresent(known -> {
            throw ProblemException.conflict("organisation-known", "The organisation (" + name + ") differs from (" + known
                    + ") only in case.",
                    "use (" + known + ") if it is the same, otherwise another name such as " + known + "-2.");
        });
        Listed made = new Listed(name, clock.instant().truncatedTo(ChronoUnit.SECONDS), 1);
        int rows = database.sql("insert into organisation (name, made_at) values (?, ?) on conflict do nothing")
                .params(name, made.madeAt().toString()).update();
        if (rows == 0) {
            throw ProblemException.conflict("organisation-known", "There is an organisation (" + name + ") already.",
                    "use another name, or create tokens for it.");
        }
        return made;
    }
}
