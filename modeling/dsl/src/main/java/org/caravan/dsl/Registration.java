package org.caravan.dsl;

import com.google.inject.Injector;
import org.eclipse.emf.common.util.URI;
import org.eclipse.xtext.resource.IResourceServiceProvider;

/** The language in EMF's registry, which is one for the whole VM and keeps who came last. */
final class Registration {

    private static final URI MODEL = URI.createURI("any.caravan");

    private Registration() {}

    /** Where a language server has registered it already, with all that editors need, that one stays: texts of this one would have no proposals and no renaming. */
    static Injector once() {
        IResourceServiceProvider known = IResourceServiceProvider.Registry.INSTANCE.getResourceServiceProvider(MODEL);
        return known != null ? known.get(Injector.class) : new CaravanStandaloneSetup().createInjectorAndDoEMFRegistration();
    }
}
