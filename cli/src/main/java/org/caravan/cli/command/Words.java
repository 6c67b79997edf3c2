package org.caravan.cli.command;

import java.util.Iterator;
import java.util.List;

/** Completion candidates of options whose values the server checks. */
public abstract class Words implements Iterable<String> {

    private final List<String> words;

    private Words(String... words) {
        this.words = List.of(words);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }

    public static final class Roles extends Words {
        Roles() {
            super("viewer", "deployer", "operator", "admin");
        }
    }

    public static final class Scopes extends Words {
        Scopes() {
            super("idle", "quick", "standard", "full");
        }
    }
}
