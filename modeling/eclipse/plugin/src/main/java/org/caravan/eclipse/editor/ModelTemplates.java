package org.caravan.eclipse.editor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.preference.PreferenceStore;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.contentassist.ICompletionProposal;
import org.eclipse.jface.text.templates.ContextTypeRegistry;
import org.eclipse.jface.text.templates.Template;
import org.eclipse.jface.text.templates.TemplateCompletionProcessor;
import org.eclipse.jface.text.templates.TemplateContextType;
import org.eclipse.jface.text.templates.persistence.TemplateStore;
import org.eclipse.swt.graphics.Image;
import org.eclipse.ui.editors.text.templates.ContributionContextTypeRegistry;
import org.eclipse.ui.editors.text.templates.ContributionTemplateStore;

/** Templates of whole declarations, from templates.xml. Public because the workbench instantiates it. */
public final class ModelTemplates extends TemplateCompletionProcessor {

    private static final String CONTEXT = "org.caravan.eclipse.templates";
    private static final Template[] ALL = load();

    private static Template[] load() {
        ContextTypeRegistry contexts = new ContributionContextTypeRegistry(CONTEXT);
        TemplateStore store = new ContributionTemplateStore(contexts, new PreferenceStore(), CONTEXT);
        try {
            store.load();
        } catch (IOException e) {
            ILog.get().warn("The templates cannot be read", e);
        }
        return store.getTemplates();
    }

    /** The platform requests proposals on other threads, but only the UI thread can read the selection. */
    @Override
    public ICompletionProposal[] computeCompletionProposals(ITextViewer viewer, int offset) {
        List<ICompletionProposal> proposals = new ArrayList<>();
        if (!beginsItsLine(viewer.getDocument(), offset)) {
            return new ICompletionProposal[0];
        }
        viewer.getTextWidget().getDisplay().syncExec(() -> proposals.addAll(List.of(super.computeCompletionProposals(viewer, offset))));
        return proposals.toArray(ICompletionProposal[]::new);
    }

    /** A whole declaration fits only if the line is empty before the cursor or contains only its first letters. */
    private static boolean beginsItsLine(IDocument document, int offset) {
        try {
            int line = document.getLineInformationOfOffset(offset).getOffset();
            return document.get(line, offset - line).stripLeading().chars().allMatch(Character::isLetter);
        } catch (BadLocationException e) {
            return false;
        }
    }

    @Override
    protected Template[] getTemplates(String contextTypeId) {
        return ALL.clone();
    }

    @Override
    protected TemplateContextType getContextType(ITextViewer viewer, IRegion region) {
        return new TemplateContextType(CONTEXT);
    }

    @Override
    protected Image getImage(Template template) {
        return null;
    }
}
