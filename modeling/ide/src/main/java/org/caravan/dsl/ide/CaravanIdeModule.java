package org.caravan.dsl.ide;

import org.eclipse.xtext.ide.editor.contentassist.IdeContentProposalProvider;
import org.eclipse.xtext.ide.editor.contentassist.IdeCrossrefProposalProvider;
import org.eclipse.xtext.ide.editor.syntaxcoloring.ISemanticHighlightingCalculator;
import org.eclipse.xtext.ide.server.codeActions.ICodeActionService2;
import org.eclipse.xtext.ide.server.hover.IHoverService;
import org.eclipse.xtext.ide.server.symbol.DocumentSymbolMapper.DocumentSymbolKindProvider;
import org.eclipse.xtext.ide.server.symbol.DocumentSymbolMapper.DocumentSymbolNameProvider;
import org.eclipse.xtext.resource.IResourceDescription;

/** Guice bindings of editor services that replace Xtext's defaults. Public because Xtext's tools require it. */
public class CaravanIdeModule extends AbstractCaravanIdeModule {

    public Class<? extends ICodeActionService2> bindICodeActionService2() {
        return Replacements.class;
    }

    public Class<? extends IdeContentProposalProvider> bindIdeContentProposalProvider() {
        return Proposals.class;
    }

    public Class<? extends IdeCrossrefProposalProvider> bindIdeCrossrefProposalProvider() {
        return NamedProposals.class;
    }

    public Class<? extends IHoverService> bindIHoverService() {
        return Explanations.class;
    }

    public Class<? extends ISemanticHighlightingCalculator> bindISemanticHighlightingCalculator() {
        return Names.class;
    }

    public Class<? extends DocumentSymbolNameProvider> bindDocumentSymbolMapper$DocumentSymbolNameProvider() {
        return OutlineNames.class;
    }

    public Class<? extends DocumentSymbolKindProvider> bindDocumentSymbolMapper$DocumentSymbolKindProvider() {
        return OutlineKinds.class;
    }

    public Class<? extends IResourceDescription.Manager> bindIResourceDescription$Manager() {
        return AlwaysAffected.class;
    }
}
