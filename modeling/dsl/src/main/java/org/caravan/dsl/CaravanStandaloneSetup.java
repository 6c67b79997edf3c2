package org.caravan.dsl;

import com.google.inject.Injector;
import java.util.Map;
import org.eclipse.emf.ecore.EPackage;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.xmi.impl.EcoreResourceFactoryImpl;
import org.eclipse.emf.ecore.xmi.impl.XMIResourceFactoryImpl;
import org.eclipse.xtext.XtextPackage;
import org.eclipse.xtext.resource.impl.BinaryGrammarResourceFactoryImpl;

/** Registers the language outside Eclipse. Public because Xtext's tools require it; other code uses {@link CaravanLanguage}. */
public class CaravanStandaloneSetup extends CaravanStandaloneSetupGenerated {

    /**
     * As generated, but without a second injector for the terminals grammar. That injector is not needed and takes as long to create as
     * this one.
     */
    @Override
    public Injector createInjectorAndDoEMFRegistration() {
        Map<String, Object> factories = Resource.Factory.Registry.INSTANCE.getExtensionToFactoryMap();
        factories.putIfAbsent("ecore", new EcoreResourceFactoryImpl());
        factories.putIfAbsent("xmi", new XMIResourceFactoryImpl());
        factories.putIfAbsent("xtextbin", new BinaryGrammarResourceFactoryImpl());
        EPackage.Registry.INSTANCE.putIfAbsent(XtextPackage.eNS_URI, XtextPackage.eINSTANCE);
        Injector injector = createInjector();
        register(injector);
        return injector;
    }
}
