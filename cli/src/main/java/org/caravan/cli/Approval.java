package org.caravan.cli;

import java.util.Locale;
import java.util.function.Predicate;
import org.caravan.diagnostic.VisibleText;

/** A person's yes before something is carried out; where nobody can be asked, it is a no with a way out. */
final class Approval {

    private Approval() {}

    /** A question that is answered by y or n. */
    static boolean yes(Terminal terminal, String question) {
        return asked(terminal, question, answer -> answer.strip().toLowerCase(Locale.ROOT).startsWith("y"));
    }

    /** @param yes whether the answer, as typed, approves */
    static boolean asked(Terminal terminal, String question, Predicate<String> yes) {
        if (!terminal.interactive()) {
            terminal.line("Not carried out: nobody approved it.\n    Maybe run it again with --auto-approve.");
            return false;
        }
        String answer = System.console().readLine("%s", VisibleText.of(question));
        return answer != null && yes.test(answer);
    }
}
