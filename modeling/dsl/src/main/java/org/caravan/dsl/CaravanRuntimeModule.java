package org.caravan.dsl;

import org.caravan.dsl.scoping.UnknownNameMessages;
import org.caravan.dsl.syntax.SyntaxMessages;
import org.eclipse.xtext.linking.ILinkingDiagnosticMessageProvider;
import org.eclipse.xtext.parser.antlr.ISyntaxErrorMessageProvider;

/** What the language does differently from Xtext's defaults. Public because Xtext's tools ask for it. */
public class CaravanRuntimeModule extends AbstractCaravanRuntimeModule {

    public Class<? extends ILinkingDiagnosticMessageProvider> bindILinkingDiagnosticMessageProvider() {
        return UnknownNameMessages.class;
    }

    public Class<? extends ISyntaxErrorMessageProvider> bindISyntaxErrorMessageProvider() {
        return SyntaxMessages.class;
    }
}
