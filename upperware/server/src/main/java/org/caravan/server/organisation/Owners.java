package org.caravan.server.organisation;

import java.util.Locale;
import java.util.Optional;
import org.caravan.server.rest.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What belongs to which organisation: of each kind a name to one of them, for good. */
@Component
public class Owners {

    /** What can belong to an organisation; the words are in the database. */
    public enum Kind {
        APPLICATION,
        IMAGE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final JdbcClient database;

    Owners(JdbcClient database) {
        this.database = database;
    }

    /** Empty if nothing of the kind is called so. */
    public Optional<String> of(Kind kind, String name) {
        return database.sql("select organisation from owned where kind = ? and name = ?").params(kind.name(), name).query(String.class).optional();
    }

    /** Whether somebody of this reach hears of the application; of one that is nobody's, only who hears of all. */
    public boolean sees(Reach reach, String application) {
        return reach.all() || of(Kind.APPLICATION, application).filter(reach::includes).isPresent();
    }

    /**
     * Makes it the organisation's, if no organisation has it. A new name must differ from all others in more than case: it is a label of
     * DNS, which ignores case (RFC 4343).
     *
     * @throws Refusal with code name-taken if it is another organisation's, or differs from a known name in case alone
     */
    public void claim(Kind kind, String name, String organisation) {
        int rows = database.sql("insert into owned (kind, name, organisation) values (?, ?, ?) on conflict do nothing").params(kind.name(), name, organisation).update();
        if (!of(kind, name).equals(Optional.of(organisation))) {
            throw taken(kind, name);
        }
        // Names of earlier releases stay. Two servers that claim at once both see the other's row, and both refuse.
        Optional<String> alike = rows == 0 ? Optional.empty() : alike(kind, name);
        if (alike.isPresent()) {
            release(kind, name);
            throw of(kind, alike.get()).equals(Optional.of(organisation)) ? differsInCase(kind, name, alike.get()) : taken(kind, name);
        }
    }

    private Optional<String> alike(Kind kind, String name) {
        return database.sql("select name from owned where kind = ? and lower(name) = lower(?) and name <> ? order by name").params(kind.name(), name, name)
                .query(String.class).list().stream().findFirst();
    }

    private static Refusal differsInCase(Kind kind, String name, String known) {
        return Refusal.conflict("name-taken", "The " + kind.word() + " (" + name + ") differs from (" + known + ") only in case, which DNS ignores.",
                "name it " + known + " if it is the same, else " + name + "-2.");
    }

    /** So that it is nobody's. */
    public void release(Kind kind, String name) {
        database.sql("delete from owned where kind = ? and name = ?").params(kind.name(), name).update();
    }

    /** Names are one to an installation: they are names of copies on hosts, too. Whose it is, is not said. */
    public static Refusal taken(Kind kind, String name) {
        return Refusal.conflict("name-taken", "The name (" + name + ") of the " + kind.word() + " is not free.", "use another, which begins with your organisation's, say.");
    }
}
