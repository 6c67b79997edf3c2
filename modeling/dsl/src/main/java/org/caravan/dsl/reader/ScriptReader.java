package org.caravan.dsl.reader;

import java.util.Optional;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.dsl.caravan.FormDeclaration;
import org.caravan.dsl.caravan.ScriptDeclaration;
import org.caravan.dsl.profile.ScriptTexts;

/** Reads the validated scripts of a form. */
final class ScriptReader {

    private ScriptReader() {}

    /** Empty if the form is not a virtual machine. */
    static Optional<Scripts> scripts(FormDeclaration form) {
        return script(form.getStart()).map(start -> new Scripts(script(form.getInstall()), start, script(form.getStop())));
    }

    private static Optional<Script> script(ScriptDeclaration script) {
        return Optional.ofNullable(script).map(one -> new Script(Optional.ofNullable(one.getFile()), ScriptTexts.of(one).orElseThrow()));
    }
}
