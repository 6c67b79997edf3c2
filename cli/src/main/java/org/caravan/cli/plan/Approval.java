package org.caravan.cli.plan;

import java.util.Locale;
import java.util.function.Predicate;
import org.caravan.cli.command.Terminal;
import org.caravan.diagnostic.VisibleText;

/** Asks the user for approval before execution. Without an interactive terminal the answer is no, with advice. */
public final class Approval {

    private Approval() {}

    /** Asks a question that is answered with y or n. */
    public static boolean yes(Terminal terminal, String question) {
        return asked(terminal, question, answer -> answer.strip().toLowerCase(Locale.ROOT).startsWith("y"));
    }

    /** @param yes whether the answer, as entered, approves */
    public static boolean asked(Terminal terminal, String question, Predicate<String> yes) {
        if (!terminal.interactive()) {
            terminal.line("Not deployed: the plan was not approved.\n    Maybe run it again with --auto-approve.");
            return false;
        }
        String answer = System.console().readLine("%s", VisibleText.of(question));
        return answer != null && yes.test(answer);
    }
}
