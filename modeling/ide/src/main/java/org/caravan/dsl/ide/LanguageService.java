package org.caravan.dsl.ide;

import com.google.inject.Guice;
import com.google.inject.Module;
import com.google.inject.util.Modules;
import java.util.function.Supplier;
import org.eclipse.xtext.ide.server.LanguageServerImpl;
import org.eclipse.xtext.ide.server.ServerModule;
import org.eclipse.xtext.resource.IResourceServiceProvider;
import org.eclipse.xtext.resource.ResourceServiceProviderServiceLoader;

/** The language server inside another program, which calls it directly: a workbench. On standard streams it is {@link Main}. */
public final class LanguageService {

    /** The language of all servers in this VM: each of its own would register it once more in EMF, which keeps the last and forgets none. */
    private static final class Languages {
        static final IResourceServiceProvider.Registry REGISTRY = new ResourceServiceProviderServiceLoader().get();
    }

    private LanguageService() {}

    /** A server that knows no project yet: who calls this connects to it and initializes it. */
    public static LanguageServerImpl create() {
        return withOwnClasses(() -> Guice.createInjector(module()).getInstance(LanguageServerImpl.class));
    }

    static Module module() {
        return Modules.override(new ServerModule()).with(binder -> {
            binder.bind(LanguageServerImpl.class).to(CaravanLanguageServer.class);
            binder.bind(IResourceServiceProvider.Registry.class).toProvider(() -> Languages.REGISTRY);
        });
    }

    /** Xtext looks for languages by the thread's class loader, and a thread of a workbench has another one than this class. */
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
