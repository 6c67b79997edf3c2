package org.caravan.dsl.syntax;

import com.google.inject.Inject;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.parser.IParseResult;
import org.eclipse.xtext.parser.IParser;
import org.eclipse.xtext.resource.XtextResource;
import org.eclipse.xtext.util.CancelIndicator;
import org.eclipse.xtext.validation.CheckMode;
import org.eclipse.xtext.validation.Issue;
import org.eclipse.xtext.validation.ResourceValidatorImpl;

/**
 * Validator that proposes corrections of syntax errors only if they parse: each proposal is first applied to the text and parsed. If none
 * parses, the message lists what is allowed, and the proposal points to the documentation.
 */
public class VerifiedProposals extends ResourceValidatorImpl {

    /** Code of a name with a letter that is not allowed in names. */
    public static final String NAME = "name-invalid";

    /** Proposal if no small change helps. */
    private static final String LOOK_UP = "see the grammar: docs/language.md.";

    /** Maximum number of errors of one text that are tried; further errors are often consequences of the first. */
    private static final int ERRORS = 8;

    /** Maximum number of characters parsed for the proposals of one text: about 20 ms. */
    private static final int BUDGET = 2_000_000;

    @Inject
    private IParser parser;

    @Override
    public List<Issue> validate(Resource resource, CheckMode mode, CancelIndicator cancel) {
        List<Issue> issues = super.validate(resource, mode, cancel);
        IParseResult read = resource instanceof XtextResource text ? text.getParseResult() : null;
        if (read == null || !read.hasSyntaxErrors() || read.getRootNode() == null) {
            return issues;
        }
        Trial trial = new Trial(read.getRootNode().getText());
        issues.stream().filter(Issue::isSyntaxError).filter(Issue.IssueImpl.class::isInstance).map(Issue.IssueImpl.class::cast)
                .sorted((one, other) -> Integer.compare(one.getOffset(), other.getOffset())).limit(ERRORS).forEach(trial::propose);
        return issues;
    }

    private final class Trial {

        private final String text;
        private final List<Integer> errors;
        private int spent;

        Trial(String text) {
            this.text = text;
            this.errors = offsets(text);
        }

        void propose(Issue.IssueImpl issue) {
            List<String> expected = Suggestion.replacements(issue.getData());
            int offset = issue.getOffset() == null ? -1 : issue.getOffset();
            int length = issue.getLength() == null ? 0 : issue.getLength();
            if (offset < 0 || length < 1 || offset + length > text.length() || expected.isEmpty()) {
                issue.setData(new String[] {Suggestion.text(issue.getData()).orElse(LOOK_UP)});
                return;
            }
            strangeName(issue, offset);
            String found = text.substring(offset, offset + length);
            for (Repair repair : Repair.candidates(text, offset, length, expected)) {
                if (parses(repair)) {
                    boolean ofToken = repair.start() == offset && repair.end() == offset + length;
                    issue.setData(Suggestion.data(repair.advice(), ofToken ? List.of(repair.replacement()) : List.of()));
                    return;
                }
            }
            List<String> words = Repair.words(offset, length, found, expected).stream().filter(this::parses).map(Repair::replacement)
                    .toList();
            if (!words.isEmpty()) {
                issue.setData(Suggestion.data("use one of " + Suggestion.listed(words) + ".", words));
                return;
            }
            Repair removal = Repair.removal(offset, length);
            issue.setData(parses(removal) ? Suggestion.data(removal.advice(), List.of("")) : new String[] {LOOK_UP});
        }

        private void strangeName(Issue.IssueImpl issue, int offset) {
            if (Repair.strangeLetter(text, offset)) {
                issue.setCode(NAME);
                issue.setMessage("The name " + Repair.word(text, offset) + " has the letter " + Character.toString(text.codePointAt(offset))
                        + "; a name has letters a to z and A to Z, digits, - and _, and begins with a letter or _.");
            }
        }

        /** Whether the changed lines have no errors and no new error appears before them. */
        private boolean parses(Repair repair) {
            spent += text.length();
            if (spent > BUDGET) {
                return false;
            }
            int line = text.lastIndexOf('\n', Math.max(0, repair.start() - 1)) + 1;
            String changed = repair.applied(text);
            int changeEnd = repair.start() + repair.replacement().length();
            int lineEnd = changed.indexOf('\n', changeEnd);
            List<Integer> left = offsets(changed);
            long before = errors.stream().filter(at -> at < line).count();
            return left.stream().filter(at -> at <= (lineEnd < 0 ? changed.length() : lineEnd)).count() <= before;
        }

        private List<Integer> offsets(String of) {
            List<Integer> found = new ArrayList<>();
            StreamSupport.stream(parser.parse(new StringReader(of)).getSyntaxErrors().spliterator(), false).map(INode::getOffset)
                    .forEach(found::add);
            return found;
        }
    }
}
