package org.caravan.plan.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.whatif.Question.Case;
import org.caravan.problem.supposition.Assumptions;

/**
 * Cases in a file: lines {@code NAME: SUPPOSITION; SUPPOSITION}. Lines that begin with a space continue the case above; lines that begin
 * with # are comments. The case {@code always} applies to all others.
 */
public record CaseText(Assumptions always, List<Case> cases) {

    private static final String ALWAYS = "always";

    public CaseText {
        cases = List.copyOf(cases);
    }

    /** @throws RejectedInput with the first line that is no case, or all assumptions that cannot be parsed */
    public static CaseText parse(String text) {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        byName.put(ALWAYS, new ArrayList<>());
        String name = null;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            boolean more = Character.isWhitespace(line.charAt(0));
            if (!more) {
                name = line.substring(0, Math.max(0, line.indexOf(':'))).strip();
            }
            if (name == null || name.isEmpty()) {
                throw unreadable(line, number);
            }
            byName.computeIfAbsent(name, any -> new ArrayList<>())
                    .addAll(suppositions(more ? line : line.substring(line.indexOf(':') + 1)));
        }
        Assumptions always = Assumptions.parse(byName.remove(ALWAYS));
        return new CaseText(always, byName.entrySet().stream()
                .map(one -> new Case(one.getKey(), Assumptions.parse(one.getValue())))
                .toList());
    }

    private static List<String> suppositions(String text) {
        return Arrays.stream(text.split(";")).map(String::strip).filter(one -> !one.isEmpty()).toList();
    }

    private static RejectedInput unreadable(String line, int number) {
        return new RejectedInput(List.of(new Diagnostic(Severity.ERROR, "unreadable-case", "(" + line.strip() + ") is no case.",
                Optional.of("write it as in: cloud only: pin *=cloud"), Optional.of(new Location("cases", number, 1, line.length())))));
    }
}
