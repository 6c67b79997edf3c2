package org.caravan.dsl;

import com.google.inject.Injector;
import org.eclipse.emf.common.util.URI;
import org.eclipse.xtext.resource.IResourceServiceProvider;

/** Registers the language in EMF's registry. The registry is global to the JVM, and the last registration wins. */
final class Registration {

    private static final URI MODEL = URI.createURI("any.caravan");

    private Registration() {}

    /**
     * Keeps a registration made by a language server, because it includes the services that editors need. With this registration instead,
     * texts would have no proposals and no renaming.
     */
    static Injector once() {
        IResourceServiceProvider known = IResourceServiceProvider.Registry.INSTANCE.getResourceServiceProvider(MODEL);
        return known != null ? known.get(Injector.class) : new CaravanStandaloneSetup().createInjectorAndDoEMFRegistration();
    }
}
