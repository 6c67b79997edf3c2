package org.caravan.dsl.ide;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.lsp4j.SymbolKind;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistContext;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistEntry;
import org.eclipse.xtext.ide.editor.contentassist.IdeContentProposalProvider;
import org.eclipse.xtext.ide.editor.contentassist.IdeCrossrefProposalProvider;
import org.eclipse.xtext.ide.editor.syntaxcoloring.ISemanticHighlightingCalculator;
import org.eclipse.xtext.ide.server.codeActions.ICodeActionService2;
import org.eclipse.xtext.ide.server.hover.IHoverService;
import org.eclipse.xtext.ide.server.symbol.DocumentSymbolMapper.DocumentSymbolKindProvider;
import org.eclipse.xtext.ide.server.symbol.DocumentSymbolMapper.DocumentSymbolNameProvider;
import org.eclipse.xtext.resource.IEObjectDescription;
import org.eclipse.xtext.resource.IResourceDescription;
import org.eclipse.xtext.resource.IResourceDescriptions;
import org.eclipse.xtext.resource.impl.DefaultResourceDescriptionManager;

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

    /** Names in the outline, without the names of their parents. The search over all files shows qualified names. */
    static class OutlineNames extends DocumentSymbolNameProvider {

        @Override
        public String getName(EObject declaration) {
            String qualified = super.getName(declaration);
            return qualified == null ? null : qualified.substring(qualified.lastIndexOf('.') + 1);
        }
    }

    /**
     * Revalidates all files after each change. Applications refer to infrastructures in other files by plain name, which Xtext cannot track
     * as a reference.
     */
    static class AlwaysAffected extends DefaultResourceDescriptionManager {

        @Override
        public boolean isAffected(Collection<IResourceDescription.Delta> deltas, IResourceDescription candidate,
                IResourceDescriptions context) {
            return deltas.stream().anyMatch(IResourceDescription.Delta::haveEObjectDescriptionsChanged)
                    || super.isAffected(deltas, candidate, context);
        }
    }

    /** Maps declarations to the symbol kinds of the outline, consistent with the highlighting in the text. */
    static class OutlineKinds extends DocumentSymbolKindProvider {

        /** The outline has no symbol kind for types. */
        private static final Map<String, SymbolKind> OTHERWISE_CALLED = Map.of("type", SymbolKind.Object);

        @Override
        protected SymbolKind getSymbolKind(EClass declaration) {
            String kind = Names.kind(declaration);
            SymbolKind other = OTHERWISE_CALLED.get(kind);
            return other != null ? other : SymbolKind.valueOf(Character.toUpperCase(kind.charAt(0)) + kind.substring(1));
        }
    }

    /** Proposals of names, described by the kind of the element in terms of the language: component instead of ComponentDeclaration. */
    static class NamedProposals extends IdeCrossrefProposalProvider {

        private static final String OF_THE_GRAMMAR = "Declaration";

        @Override
        protected ContentAssistEntry createProposal(IEObjectDescription candidate, CrossReference reference, ContentAssistContext context) {
            ContentAssistEntry entry = super.createProposal(candidate, reference, context);
            if (entry != null && entry.getDescription() != null) {
                entry.setDescription(entry.getDescription().replaceFirst(OF_THE_GRAMMAR + "$", "").toLowerCase(Locale.ROOT));
            }
            return entry;
        }
    }
}
