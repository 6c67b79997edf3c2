package org.caravan.dsl.ide;

import java.util.Locale;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistContext;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistEntry;
import org.eclipse.xtext.ide.editor.contentassist.IdeCrossrefProposalProvider;
import org.eclipse.xtext.resource.IEObjectDescription;

/** Proposals of names, described by the kind of the element in terms of the language: component instead of ComponentDeclaration. */
class NamedProposals extends IdeCrossrefProposalProvider {

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
