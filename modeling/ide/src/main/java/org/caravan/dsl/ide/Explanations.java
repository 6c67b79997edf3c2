package org.caravan.dsl.ide;

import java.util.Optional;
import java.util.ResourceBundle;
import org.caravan.dsl.validation.AllowedLiterals;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Range;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.ide.server.Document;
import org.eclipse.xtext.ide.server.hover.HoverService;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.XtextResource;
import org.eclipse.xtext.util.CancelIndicator;

/** Hover texts: the meaning and units of a keyword, or the declaration of a name. */
class Explanations extends HoverService {

    private static final ResourceBundle MEANINGS = ResourceBundle.getBundle("org.caravan.dsl.ide.meanings");

    /** Maximum number of characters of a declaration in a hover. */
    private static final int LONGEST = 300;

    /** Text for a keyword from meanings.properties; empty if there is none. */
    static Optional<String> meaning(String keyword) {
        return MEANINGS.containsKey(keyword) ? Optional.of(MEANINGS.getString(keyword)) : Optional.empty();
    }

    @Override
    public Hover hover(Document document, XtextResource resource, HoverParams params, CancelIndicator cancelled) {
        int offset = document.getOffSet(params.getPosition());
        ILeafNode leaf = resource.getParseResult() == null ? null
                : NodeModelUtils.findLeafNodeAtOffset(resource.getParseResult().getRootNode(), offset);
        if (leaf != null && leaf.getGrammarElement() instanceof Keyword keyword) {
            return meaning(keyword.getValue()).map(text -> hover(document, leaf, "**" + keyword.getValue() + "** " + text)).orElse(null);
        }
        return super.hover(document, resource, params, cancelled);
    }

    @Override
    public String getContents(EObject element) {
        StringBuilder text = new StringBuilder("**" + Owner.of(element) + "**");
        String units = String.join(", ", AllowedLiterals.units(element));
        String line = NodeModelUtils.getNode(element) == null ? "" : NodeModelUtils.getTokenText(NodeModelUtils.getNode(element));
        if (!line.isEmpty()) {
            text.append("\n```caravan\n").append(shortened(line)).append("\n```");
        }
        return units.isEmpty() ? text.toString() : text + "\nunits: " + units;
    }

    private static String shortened(String declaration) {
        return declaration.length() <= LONGEST ? declaration : declaration.substring(0, LONGEST) + " …";
    }

    private static Hover hover(Document document, ILeafNode leaf, String text) {
        return new Hover(new MarkupContent(MarkupKind.MARKDOWN, text),
                new Range(document.getPosition(leaf.getOffset()), document.getPosition(leaf.getEndOffset())));
    }
}
