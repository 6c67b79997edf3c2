package org.caravan.plan.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.application.Script;
import org.caravan.application.Scripts;

/** Compares the scripts of virtual machines; names only, because their contents are too long for a plan. */
final class ScriptText {

    private ScriptText() {}

    static List<String> changed(Optional<Scripts> was, Optional<Scripts> is) {
        List<String> changed = new ArrayList<>();
        add(changed, "install", was, is, Scripts::install);
        add(changed, "start", was, is, scripts -> Optional.of(scripts.start()));
        add(changed, "stop", was, is, Scripts::stop);
        return changed;
    }

    private static void add(List<String> changed, String word, Optional<Scripts> was, Optional<Scripts> is,
            Function<Scripts, Optional<Script>> one) {
        if (!was.flatMap(one).map(Script::digest).equals(is.flatMap(one).map(Script::digest))) {
            changed.add(word + " script");
        }
    }
}
