package org.caravan.dsl;

import com.google.inject.Binder;
import org.caravan.dsl.formatting.CaravanFormatter;
import org.caravan.dsl.scoping.UnknownNameMessages;
import org.caravan.dsl.syntax.SyntaxMessages;
import org.caravan.dsl.syntax.VerifiedProposals;
import org.eclipse.xtext.formatting2.FormatterPreferenceValuesProvider;
import org.eclipse.xtext.formatting2.FormatterPreferences;
import org.eclipse.xtext.formatting2.IFormatter2;
import org.eclipse.xtext.linking.ILinkingDiagnosticMessageProvider;
import org.eclipse.xtext.parser.antlr.ISyntaxErrorMessageProvider;
import org.eclipse.xtext.preferences.IPreferenceValuesProvider;
import org.eclipse.xtext.validation.IResourceValidator;

/** Guice bindings that replace Xtext's defaults. Public because Xtext's tools require it. */
public class CaravanRuntimeModule extends AbstractCaravanRuntimeModule {

    public Class<? extends ILinkingDiagnosticMessageProvider> bindILinkingDiagnosticMessageProvider() {
        return UnknownNameMessages.class;
    }

    public Class<? extends ISyntaxErrorMessageProvider> bindISyntaxErrorMessageProvider() {
        return SyntaxMessages.class;
    }

    public Class<? extends IResourceValidator> bindIResourceValidator() {
        return VerifiedProposals.class;
    }

    public Class<? extends IFormatter2> bindIFormatter2() {
        return CaravanFormatter.class;
    }

    /** Binding that Xtext's generator would emit together with its own formatter. */
    public void configureFormatterPreferences(Binder binder) {
        binder.bind(IPreferenceValuesProvider.class).annotatedWith(FormatterPreferences.class).to(FormatterPreferenceValuesProvider.class);
    }
}
