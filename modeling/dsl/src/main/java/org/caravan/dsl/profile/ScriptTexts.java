package org.caravan.dsl.profile;

import java.util.Optional;
import org.caravan.dsl.caravan.ScriptDeclaration;

/** Reads what a script runs. */
public final class ScriptTexts {

    private ScriptTexts() {}

    /** @return empty where the file that it names is not there */
    public static Optional<String> of(ScriptDeclaration script) {
        return script.getFile() == null ? Optional.of(script.getCommand()) : FilesBeside.text(script.eResource(), script.getFile());
    }
}
