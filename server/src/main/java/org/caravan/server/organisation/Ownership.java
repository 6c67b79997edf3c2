package org.caravan.server.organisation;

import java.util.Locale;
import java.util.Optional;
import org.caravan.server.rest.ProblemException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Ownership of resources: maps each name of a kind to exactly one organisation, permanently. */
@Component
public class Ownership {

    /** Kinds of owned resources; the database stores their names. */
    public enum Kind {
        APPLICATION,
        IMAGE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final JdbcClient database;

    public Ownership(JdbcClient database) {
        this.database = database;
    }

    /** Owner of the resource; empty if no resource of this kind has the name. */
    public Optional<String> of(Kind kind, String name) {
        return database.sql("select organisation from owned where kind = ? and name = ?").params(kind.name(), name).query(String.class)
                .optional();
    }

    /** Whether the scope may see the application. Only the installation scope sees an application without an owner. */
    public boolean sees(OrganisationScope reach, String application) {
        return reach.all() || of(Kind.APPLICATION, application).filter(reach::includes).isPresent();
    }

    /**
     * Assigns the name to the organisation if it has no owner. A new name must not differ from an existing one only in case: names become
     * DNS labels, and DNS ignores case (RFC 4343).
     *
     * @throws ProblemException with code name-taken if another organisation owns the name, or if it differs from an existing name only
     *     in case
     */
    public void claim(Kind kind, String name, String organisation) {
        int rows = database.sql("insert into owned (kind, name, organisation) values (?, ?, ?) on conflict do nothing")
                .params(kind.name(), name, organisation).update();
        if (!of(kind, name).equals(Optional.of(organisation))) {
            throw taken(kind, name);
        }
        // Names of earlier releases remain valid. If two servers claim concurrently, each sees the other's row and both refuse.
        Optional<String> alike = rows == 0 ? Optional.empty() : alike(kind, name);
        if (alike.isPresent()) {
            release(kind, name);
            throw of(kind, alike.get()).equals(Optional.of(organisation)) ? differsInCase(kind, name, alike.get()) : taken(kind, name);
        }
    }

    private Optional<String> alike(Kind kind, String name) {
        return database.sql("select name from owned where kind = ? and lower(name) = lower(?) and name <> ? order by name")
                .params(kind.name(), name, name)
                .query(String.class).list().stream().findFirst();
    }

    private static ProblemException differsInCase(Kind kind, String name, String known) {
        return ProblemException.conflict("name-taken", "The " + kind.word() + " (" + name + ") differs from (" + known
                + ") only in case, which DNS ignores.",
                "name it " + known + " if it is the same, otherwise " + name + "-2.");
    }

    /** Removes the owner of the name. */
    public void release(Kind kind, String name) {
        database.sql("delete from owned where kind = ? and name = ?").params(kind.name(), name).update();
    }

    /**
     * Names are unique in an installation, because they are also part of the names of copies on hosts. The message does not reveal the
     * owner.
     */
    public static ProblemException taken(Kind kind, String name) {
        return ProblemException.conflict("name-taken", "The name (" + name + ") of the " + kind.word() + " is not free.",
                "use another, for example with your organisation's name as its prefix.");
    }
}
