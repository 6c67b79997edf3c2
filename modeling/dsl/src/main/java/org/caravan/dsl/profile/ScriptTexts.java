package org.caravan.dsl.profile;

import java.util.Optional;
import org.caravan.dsl.caravan.ScriptDeclaration;

/** Reads the text of a script. */
public final class ScriptTexts {

    private ScriptTexts() {}

    /** @return empty if the referenced file does not exist */
    public static Optional<String> of(ScriptDeclaration script) {
        return script.getFile() == null ? Optional.of(script.getCommand()) : FilesBeside.text(script.eResource(), script.getFile());
    }
}
