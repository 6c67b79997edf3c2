package org.caravan.dsl.ide;

import com.google.inject.Guice;
import com.google.inject.Module;
import com.google.inject.util.Modules;
import java.util.function.Supplier;
import org.eclipse.xtext.ide.server.LanguageServerImpl;
import org.eclipse.xtext.ide.server.ServerModule;
import org.eclipse.xtext.resource.IResourceServiceProvider;
import org.eclipse.xtext.resource.ResourceServiceProviderServiceLoader;

/**
 * Creates language servers for direct use inside another program, such as a workbench. {@link Main} runs the server on standard streams.
 */
public final class LanguageService {

    /**
     * Language registration shared by all servers in this JVM. Separate registrations would accumulate in EMF, which uses only the last one
     * and never releases the others.
     */
    private static final class Languages {
        static final IResourceServiceProvider.Registry REGISTRY = new ResourceServiceProviderServiceLoader().get();
    }

    private LanguageService() {}

    /** New server without a project; the caller connects to it and initializes it. */
    public static LanguageServerImpl create() {
        return withOwnClasses(() -> Guice.createInjector(module()).getInstance(LanguageServerImpl.class));
    }

    static Module module() {
        return Modules.override(new ServerModule()).with(binder -> {
            binder.bind(LanguageServerImpl.class).to(CaravanLanguageServer.class);
            binder.bind(IResourceServiceProvider.Registry.class).toProvider(() -> Languages.REGISTRY);
        });
    }

    /** Xtext finds languages through the thread's context class loader, which differs from this class's loader on workbench threads. */
    private static <T> T withOwnClasses(Supplier<T> made) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(LanguageService.class.getClassLoader());
        try {
            return made.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
