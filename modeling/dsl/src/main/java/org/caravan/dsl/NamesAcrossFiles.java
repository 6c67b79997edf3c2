package org.caravan.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;

/** An application or infrastructure is named once among files that are read together. */
final class NamesAcrossFiles {

    private NamesAcrossFiles() {}

    static List<Diagnostic> check(List<SourceText> sources) {
        List<Diagnostic> found = new ArrayList<>();
        Map<String, String> fileByOwner = new HashMap<>();
        for (SourceText source : sources) {
            for (EObject declared : source.file().eContents()) {
                String owner = Owner.of(declared);
                String earlier = fileByOwner.putIfAbsent(owner, source.fileName());
                if (earlier != null) {
                    Diagnostic twice = Diagnostic.error(
                            "duplicate-name",
                            "There is more than one " + owner + "; the other is in " + earlier + ".",
                            "rename one of them, or leave one out.");
                    found.add(SourceText.located(twice, declared, sources));
                }
            }
        }
        return found;
    }
}
