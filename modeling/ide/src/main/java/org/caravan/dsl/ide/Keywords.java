package org.caravan.dsl.ide;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.emf.common.util.URI;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.IGrammarAccess;
import org.eclipse.xtext.resource.IResourceServiceProvider;

/** The words of the language, for editors that colour them: from the grammar, so that no editor has a list of its own. */
public final class Keywords {

    private static final URI MODEL = URI.createURI("any.caravan");

    private Keywords() {}

    /** One on each line, for builds of editors that are not in Java. */
    public static void main(String[] arguments) {
        of().forEach(System.out::println);
    }

    /** Sorted; only those of letters, no braces. */
    public static Set<String> of() {
        if (IResourceServiceProvider.Registry.INSTANCE.getResourceServiceProvider(MODEL) == null) {
            new CaravanIdeSetup().createInjectorAndDoEMFRegistration();
        }
        IGrammarAccess access = IResourceServiceProvider.Registry.INSTANCE.getResourceServiceProvider(MODEL).get(IGrammarAccess.class);
        return GrammarUtil.getAllKeywords(access.getGrammar()).stream().filter(word -> Character.isLetter(word.charAt(0)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
