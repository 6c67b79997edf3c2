package org.caravan.cli.command;

import java.util.Iterator;
import java.util.List;
import org.caravan.service.ServiceKind;

/** Completion candidates of options whose values the server checks. */
public abstract class CompletionWords implements Iterable<String> {

    private final List<String> words;

    private CompletionWords(String... words) {
        this.words = List.of(words);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }

    public static final class Roles extends CompletionWords {
        Roles() {
            super("viewer", "deployer", "operator", "admin");
        }
    }

    public static final class Scopes extends CompletionWords {
        Scopes() {
            super("idle", "trains", "quick", "standard", "full");
        }
    }

    public static final class ServiceKinds extends CompletionWords {
        ServiceKinds() {
            super(ServiceKind.names().toArray(String[]::new));
        }
    }
}
