package org.caravan.dsl.syntax;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.xtext.validation.Issue;

/**
 * Removes consequential errors. If the text does not follow the grammar, unknown names and missing properties are reported only because the
 * parser lost its position. After a first syntax error, further errors on the same line and outside of all braces are consequences too.
 */
public final class RootCauses {

    private RootCauses() {}

    /** @return issues in the order of the text */
    public static List<Issue> of(List<Issue> issues) {
        List<Issue> inOrder = issues.stream().sorted(Comparator.comparing(Issue::getOffset)).toList();
        List<Issue> syntax = inOrder.stream().filter(Issue::isSyntaxError).toList();
        if (syntax.isEmpty()) {
            return inOrder;
        }
        Set<Integer> lines = new HashSet<>();
        return syntax.stream()
                .filter(issue -> issue == syntax.get(0) || !SyntaxMessages.OUTERMOST.equals(issue.getCode()))
                .filter(issue -> lines.add(issue.getLineNumber()))
                .toList();
    }
}
