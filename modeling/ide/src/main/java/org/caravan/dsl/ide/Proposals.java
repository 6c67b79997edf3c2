package org.caravan.dsl.ide;

import com.google.inject.Inject;
import java.util.List;
import java.util.Set;
import org.caravan.dsl.validation.AllowedLiterals;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistContext;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistEntry;
import org.eclipse.xtext.ide.editor.contentassist.IIdeContentProposalAcceptor;
import org.eclipse.xtext.ide.editor.contentassist.IdeContentProposalProvider;

/** Completion proposals: allowed words and units, sites and ISPs of the project's infrastructures; no keywords where a name is expected. */
class Proposals extends IdeContentProposalProvider {

    /** Grammar rules that accept keywords only so that these remain usable as names. */
    private static final Set<String> NAMES = Set.of("Name", "NameNotUsers", "Family", "Kind", "ApartBy");

    @Inject
    private DeclaredPlaces places;

    @Override
    protected boolean filterKeyword(Keyword keyword, ContentAssistContext context) {
        return !NAMES.contains(GrammarUtil.containingRule(keyword).getName()) && super.filterKeyword(keyword, context);
    }

    @Override
    protected void _createProposals(Assignment assignment, ContentAssistContext context, IIdeContentProposalAcceptor acceptor) {
        String rule = GrammarUtil.containingRule(assignment).getName();
        for (String word : words(rule, assignment.getFeature(), context)) {
            ContentAssistEntry entry = getProposalCreator().createProposal(word, context);
            acceptor.accept(entry, getProposalPriorities().getDefaultPriority(entry));
        }
        if (assignment.getTerminal() instanceof CrossReference) {
            super._createProposals(assignment, context, acceptor);
        }
    }

    private List<String> words(String rule, String feature, ContentAssistContext context) {
        return switch (rule + "." + feature) {
            case "UsersDeclaration.site", "LocationDeclaration.sites" -> places.sites(context.getResource());
            case "UsersDeclaration.isp" -> places.isps(context.getResource(), context.getCurrentModel());
            case "Quantity.unit" -> AllowedLiterals.units(context.getCurrentModel());
            default -> AllowedLiterals.words(rule, feature);
        };
    }
}
