package org.caravan.dsl.ide;

import com.google.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.UsersDeclaration;
import org.caravan.dsl.validation.AllowedLiterals;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.xtext.Assignment;
import org.eclipse.xtext.CrossReference;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistContext;
import org.eclipse.xtext.ide.editor.contentassist.ContentAssistEntry;
import org.eclipse.xtext.ide.editor.contentassist.IIdeContentProposalAcceptor;
import org.eclipse.xtext.ide.editor.contentassist.IdeContentProposalProvider;
import org.eclipse.xtext.naming.QualifiedName;
import org.eclipse.xtext.resource.IEObjectDescription;
import org.eclipse.xtext.resource.IResourceDescriptions;
import org.eclipse.xtext.resource.impl.ResourceDescriptionsProvider;

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

    /** Finds sites and ISPs declared in any file of the project; applications refer to them by plain name, not by a reference. */
    static class DeclaredPlaces {

        @Inject
        private ResourceDescriptionsProvider index;

        List<String> sites(Resource around) {
            return names(around, Literals.SITE_DECLARATION).map(QualifiedName::getLastSegment).distinct().sorted().toList();
        }

        /** @param users declaration whose site restricts the ISPs, if the site is already known */
        List<String> isps(Resource around, EObject users) {
            String site = users instanceof UsersDeclaration declared ? declared.getSite() : null;
            return names(around, Literals.ISP_DECLARATION)
                    .filter(name -> site == null || name.getSegmentCount() > 1 && name.getSegment(name.getSegmentCount() - 2).equals(site))
                    .map(QualifiedName::getLastSegment).distinct().sorted().toList();
        }

        private Stream<QualifiedName> names(Resource around, EClass kind) {
            IResourceDescriptions all = index.getResourceDescriptions(around);
            return StreamSupport.stream(all.getExportedObjectsByType(kind).spliterator(), false).map(IEObjectDescription::getQualifiedName);
        }
    }
}
