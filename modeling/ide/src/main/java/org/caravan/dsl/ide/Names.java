package org.caravan.dsl.ide;

import static java.util.Map.entry;

import java.util.Map;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.ide.editor.syntaxcoloring.DefaultSemanticHighlightingCalculator;
import org.eclipse.xtext.ide.editor.syntaxcoloring.IHighlightedPositionAcceptor;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.XtextResource;
import org.eclipse.xtext.util.CancelIndicator;

/** Semantic highlighting: maps each name to a token type of the Language Server Protocol. Names that equal keywords are included. */
class Names extends DefaultSemanticHighlightingCalculator {

    private static final String NAME = "name";
    private static final String PLACE = "namespace";

    private static final Map<EClass, String> KINDS = Map.ofEntries(entry(Literals.COMPONENT_DECLARATION, "class"),
            entry(Literals.ENDPOINT_DECLARATION, "interface"),
            entry(Literals.REQUEST_DECLARATION, "function"), entry(Literals.USERS_DECLARATION, "type"),
                    entry(Literals.DATA_DECLARATION, "struct"),
            entry(Literals.METRIC_DECLARATION, "variable"), entry(Literals.PLAN_VARIABLE_DECLARATION, "variable"),
                    entry(Literals.SLO_DECLARATION, "event"),
            entry(Literals.CONSTRAINT_DECLARATION, "event"), entry(Literals.RULE_DECLARATION, "event"),
                    entry(Literals.VARIABLE_DECLARATION, "property"),
            entry(Literals.SECRET_DECLARATION, "property"), entry(Literals.ANNOTATION_DECLARATION, "property"),
                    entry(Literals.HOST_TYPE_DECLARATION, "enum"),
            entry(Literals.HOST_DECLARATION, "enumMember"), entry(Literals.PERSON_DECLARATION, "type"),
                    entry(Literals.ROLE_DECLARATION, "type"),
            entry(Literals.CONTROL_DECLARATION, "type"));

    /** Sites and ISPs, which are named across files without a reference. */
    private static final Map<String, String> PLACES = Map.of("site", PLACE, "sites", PLACE, "isp", PLACE);

    /** Token type of the protocol. */
    static String kind(EClass declaration) {
        return KINDS.getOrDefault(declaration, PLACE);
    }

    @Override
    protected boolean highlightElement(EObject element, IHighlightedPositionAcceptor acceptor, CancelIndicator cancelled) {
        for (EStructuralFeature feature : element.eClass().getEAllStructuralFeatures()) {
            if (feature.getName().equals(NAME)) {
                mark(element, feature, acceptor, kind(element.eClass()), "declaration");
            } else if (feature instanceof EReference reference && !reference.isContainment()) {
                mark(element, feature, acceptor, kind(reference.getEReferenceType()));
            } else if (PLACES.containsKey(feature.getName()) && !(feature instanceof EReference)) {
                mark(element, feature, acceptor, PLACES.get(feature.getName()));
            }
        }
        return false;
    }

    private static void mark(EObject element, EStructuralFeature feature, IHighlightedPositionAcceptor acceptor, String... kind) {
        for (INode node : NodeModelUtils.findNodesForFeature(element, feature)) {
            acceptor.addPosition(node.getTotalOffset() + node.getTotalLength() - node.getLength(), node.getLength(), kind);
        }
    }

    /** Disables task markers, so that comments have no special highlighting. */
    @Override
    protected void highlightTasks(XtextResource resource, IHighlightedPositionAcceptor acceptor) {}
}
