package org.caravan.eclipse.editor;

import java.util.List;
import org.caravan.eclipse.language.Language;
import org.caravan.eclipse.language.Places;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.contentassist.CompletionProposal;
import org.eclipse.jface.text.contentassist.ICompletionProposal;
import org.eclipse.jface.text.contentassist.IContentAssistProcessor;
import org.eclipse.jface.text.contentassist.IContextInformation;
import org.eclipse.jface.text.contentassist.IContextInformationValidator;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;

/** Completion proposals at the cursor. Public because the workbench instantiates it. */
public final class Proposals implements IContentAssistProcessor {

    @Override
    public ICompletionProposal[] computeCompletionProposals(ITextViewer viewer, int offset) {
        IDocument document = viewer.getDocument();
        return Places.of(document).map(name -> items(document, name, offset)).orElse(List.of()).stream()
                .map(item -> proposal(document, offset, item)).toArray(ICompletionProposal[]::new);
    }

    private static List<CompletionItem> items(IDocument document, TextDocumentIdentifier name, int offset) {
        try {
            CompletionParams cursor = new CompletionParams(name, Places.position(document, offset));
            return Language.ask("proposals", server -> server.completion(cursor))
                    .map(answer -> answer.isLeft() ? answer.getLeft() : answer.getRight().getItems()).orElse(List.of());
        } catch (BadLocationException e) {
            return List.of();
        }
    }

    private static ICompletionProposal proposal(IDocument document, int offset, CompletionItem item) {
        String text = item.getTextEdit() != null ? item.getTextEdit().getLeft().getNewText()
                : item.getInsertText() != null ? item.getInsertText() : item.getLabel();
        IRegion replaced = replaced(document, offset, item);
        String label = item.getDetail() == null ? item.getLabel() : item.getLabel() + " : " + item.getDetail();
        return new CompletionProposal(text, replaced.getOffset(), replaced.getLength(), text.length(), null, label, null, null);
    }

    private static IRegion replaced(IDocument document, int offset, CompletionItem item) {
        try {
            return item.getTextEdit() != null ? Places.region(document, item.getTextEdit().getLeft().getRange()) : new Region(offset, 0);
        } catch (BadLocationException e) {
            return new Region(offset, 0);
        }
    }

    @Override
    public IContextInformation[] computeContextInformation(ITextViewer viewer, int offset) {
        return new IContextInformation[0];
    }

    @Override
    public char[] getCompletionProposalAutoActivationCharacters() {
        return new char[] {'.'};
    }

    @Override
    public char[] getContextInformationAutoActivationCharacters() {
        return new char[0];
    }

    @Override
    public String getErrorMessage() {
        return null;
    }

    @Override
    public IContextInformationValidator getContextInformationValidator() {
        return null;
    }
}
