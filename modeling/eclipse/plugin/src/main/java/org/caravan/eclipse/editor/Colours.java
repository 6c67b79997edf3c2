package org.caravan.eclipse.editor;

import java.util.Set;
import java.util.function.Consumer;
import org.caravan.eclipse.language.Language;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextInputListener;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.ITextViewerExtension4;
import org.eclipse.jface.text.TextAttribute;
import org.eclipse.jface.text.presentation.PresentationReconciler;
import org.eclipse.jface.text.rules.DefaultDamagerRepairer;
import org.eclipse.jface.text.rules.EndOfLineRule;
import org.eclipse.jface.text.rules.IRule;
import org.eclipse.jface.text.rules.IToken;
import org.eclipse.jface.text.rules.IWordDetector;
import org.eclipse.jface.text.rules.MultiLineRule;
import org.eclipse.jface.text.rules.NumberRule;
import org.eclipse.jface.text.rules.RuleBasedScanner;
import org.eclipse.jface.text.rules.SingleLineRule;
import org.eclipse.jface.text.rules.Token;
import org.eclipse.jface.text.rules.WordRule;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;

/**
 * Syntax colours of keywords (from the grammar), texts, numbers, comments, and of names by their kind. Public because the workbench
 * instantiates it.
 */
public final class Colours extends PresentationReconciler {

    private static final Color PURPLE = new Color(127, 0, 85);
    private static final Color BLUE = new Color(42, 0, 200);
    private static final Color GREEN = new Color(63, 127, 95);
    private static final Color GREY = new Color(100, 100, 100);

    public Colours() {
        RuleBasedScanner scanner = new RuleBasedScanner();
        IToken comment = new Token(new TextAttribute(GREEN));
        scanner.setRules(new IRule[] {new MultiLineRule("/*", "*/", comment), new EndOfLineRule("//", comment),
            new SingleLineRule("\"", "\"", new Token(new TextAttribute(BLUE)), '\\'), words(Language.keywords()),
                    new NumberRule(new Token(new TextAttribute(GREY)))});
        DefaultDamagerRepairer repairer = new DefaultDamagerRepairer(scanner);
        setDamager(repairer, IDocument.DEFAULT_CONTENT_TYPE);
        setRepairer(repairer, IDocument.DEFAULT_CONTENT_TYPE);
    }

    @Override
    public void install(ITextViewer viewer) {
        super.install(viewer);
        if (viewer instanceof ITextViewerExtension4 presented) {
            NameColours names = new NameColours(viewer);
            Following text = new Following(names::look);
            presented.addTextPresentationListener(names);
            viewer.addTextInputListener(new NewInput(document -> text.follow(document, viewer.getTextWidget().getDisplay()), text::end));
            if (viewer.getDocument() != null) {
                text.follow(viewer.getDocument(), viewer.getTextWidget().getDisplay());
            }
        }
    }

    private record NewInput(Consumer<IDocument> shown, Runnable gone) implements ITextInputListener {

        @Override
        public void inputDocumentAboutToBeChanged(IDocument before, IDocument after) {}

        @Override
        public void inputDocumentChanged(IDocument before, IDocument after) {
            if (after == null) {
                gone.run();
            } else {
                shown.accept(after);
            }
        }
    }

    private static WordRule words(Set<String> keywords) {
        // Other words get an explicit default style. Without it, the scanner would continue inside words and find "slo" in "oslo".
        WordRule words = new WordRule(new NameParts(), new Token(new TextAttribute(null)));
        IToken keyword = new Token(new TextAttribute(PURPLE, null, SWT.BOLD));
        keywords.forEach(word -> words.addWord(word, keyword));
        return words;
    }

    private static final class NameParts implements IWordDetector {

        @Override
        public boolean isWordStart(char character) {
            return Character.isLetter(character) || character == '_';
        }

        @Override
        public boolean isWordPart(char character) {
            return isWordStart(character) || Character.isDigit(character) || character == '-';
        }
    }
}
