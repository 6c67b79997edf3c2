package org.caravan.cli;

import java.util.Iterator;
import java.util.List;

/** What shells complete where a server takes these words alone. */
abstract class Words implements Iterable<String> {

    private final List<String> words;

    private Words(String... words) {
        this.words = List.of(words);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }

    static final class Roles extends Words {
        Roles() {
            super("viewer", "deployer", "operator", "admin");
        }
    }

    static final class Scopes extends Words {
        Scopes() {
            super("idle", "quick", "standard", "full");
        }
    }
}
