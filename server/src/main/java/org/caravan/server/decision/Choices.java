package org.caravan.server.decision;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limits;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What owners have chosen: the autonomy per application and kind of action, and which applications are frozen. */
@Component
public class Choices implements OwnerChoices {

    private final JdbcClient database;
    private final Clock clock;

    Choices(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public Optional<Autonomy> chosen(String application, ActionKind kind) {
        return database.sql("select autonomy from autonomy_choice where application = ? and action = ?").params(application, kind.name())
                .query(String.class).optional()
                .map(Autonomy::valueOf);
    }

    public void choose(String application, ActionKind kind, Autonomy autonomy) {
        database.sql("insert into autonomy_choice (application, action, autonomy) values (?, ?, ?) "
                + "on conflict (application, action) do update set autonomy = excluded.autonomy")
                        .params(application, kind.name(), autonomy.name()).update();
    }

    @Override
    public Optional<Limits.Freeze> freeze(String application) {
        return database.sql("select since, frozen_by, reason from frozen_application where application = ?").param(application)
                .query((row, line) -> new Limits.Freeze(Instant.parse(row.getString(1)), row.getString(2), row.getString(3))).optional();
    }

    /** A second freeze keeps the first. */
    public void freeze(String application, String by, String reason) {
        database.sql("insert into frozen_application (application, since, frozen_by, reason) values (?, ?, ?, ?) on conflict "
                + "(application) do nothing")
                .params(application, clock.instant().toString(), by, reason).update();
    }

    public void unfreeze(String application) {
        database.sql("delete from frozen_application where application = ?").param(application).update();
    }

    /** Forgets the choices for an application that was removed, so that another one with its name begins with the presets. */
    public void forget(String application) {
        unfreeze(application);
        database.sql("delete from autonomy_choice where application = ?").param(application).update();
    }
}
