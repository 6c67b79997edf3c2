package org.caravan.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.wording.FreeName;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;

/**
 * Checks that names of applications, infrastructures, areas and organisations are unique across files parsed together. The comparison
 * ignores case, because an application name is a DNS label, which is case-insensitive (RFC 4343).
 */
final class NamesAcrossFiles {

    private record Named(String owner, String fileName) {}

    private NamesAcrossFiles() {}

    static List<Diagnostic> check(List<SourceText> sources) {
        List<Diagnostic> found = new ArrayList<>();
        Map<String, Named> known = new HashMap<>();
        sources.forEach(source -> source.file().eContents().forEach(declared -> known.put(key(Owner.of(declared)), new Named("", ""))));
        Map<String, Named> earlier = new HashMap<>();
        for (SourceText source : sources) {
            for (EObject declared : source.file().eContents()) {
                Named own = new Named(Owner.of(declared), source.fileName());
                Named other = earlier.putIfAbsent(key(own.owner()), own);
                if (other != null) {
                    found.add(SourceText.located(twice(own, other, known), declared, sources));
                }
            }
        }
        return found;
    }

    private static Diagnostic twice(Named own, Named other, Map<String, Named> known) {
        String free = FreeName.like(own.owner(), "-", name -> known.containsKey(key(name))).replaceFirst("^.* ", "");
        String message = own.owner().equals(other.owner())
                ? "There is more than one " + own.owner() + "; the other is in " + other.fileName() + "."
                : "The " + own.owner() + " differs from " + other.owner().replaceFirst("^.* ", "") + ", which is in " + other.fileName()
                + ", only in case.";
        return Diagnostic.error("duplicate-name", message, "rename it to " + free + ", or remove one of them.");
    }

    private static String key(String owner) {
        return owner.toLowerCase(Locale.ROOT);
    }
}
