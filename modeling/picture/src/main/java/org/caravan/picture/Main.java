package org.caravan.picture;

import java.io.IOException;
import java.util.List;
import org.caravan.dsl.command.OneApplicationCommand;

/** Command {@code caravan picture FILE… [-o FILE]}: draws the single application in these files. */
public final class Main {

    private static final OneApplicationCommand COMMAND = new OneApplicationCommand("caravan picture FILE... [-o FILE.svg]",
            models -> ModelPicture.of(models.applications().get(0), models.infrastructures()));

    private Main() {}

    /** Exits with 0 if the picture is drawn, otherwise with 1. */
    public static void main(String[] arguments) throws IOException {
        System.exit(run(arguments));
    }

    static int run(String[] arguments) throws IOException {
        return COMMAND.run(List.of(arguments));
    }
}
