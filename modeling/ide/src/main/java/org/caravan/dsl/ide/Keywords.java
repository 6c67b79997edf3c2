package org.caravan.dsl.ide;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.emf.common.util.URI;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.IGrammarAccess;
import org.eclipse.xtext.resource.IResourceServiceProvider;

/** Keywords of the language for syntax highlighting, taken from the grammar so that editors need no list of their own. */
public final class Keywords {

    private static final URI MODEL = URI.createURI("any.caravan");

    private Keywords() {}

    /** Prints one keyword per line, for builds of editors that are not written in Java. */
    public static void main(String[] arguments) {
        of().forEach(System.out::println);
    }

    /** Sorted keywords that consist of letters; braces are excluded. */
    public static Set<String> of() {
        if (IResourceServiceProvider.Registry.INSTANCE.getResourceServiceProvider(MODEL) == null) {
            new CaravanIdeSetup().createInjectorAndDoEMFRegistration();
        }
        IGrammarAccess access = IResourceServiceProvider.Registry.INSTANCE.getResourceServiceProvider(MODEL).get(IGrammarAccess.class);
        return GrammarUtil.getAllKeywords(access.getGrammar()).stream().filter(word -> Character.isLetter(word.charAt(0)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
