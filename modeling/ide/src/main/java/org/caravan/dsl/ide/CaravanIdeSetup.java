package org.caravan.dsl.ide;

import com.google.inject.Guice;
import com.google.inject.Injector;
import org.caravan.dsl.CaravanRuntimeModule;
import org.caravan.dsl.CaravanStandaloneSetup;
import org.eclipse.xtext.util.Modules2;

/** Registers the language for editors; Xtext's language server finds it as a service. */
public class CaravanIdeSetup extends CaravanStandaloneSetup {

    @Override
    public Injector createInjector() {
        return Guice.createInjector(Modules2.mixin(new CaravanRuntimeModule(), new CaravanIdeModule()));
    }
}
