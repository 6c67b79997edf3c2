package org.caravan.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.UsageError;
import org.caravan.cli.network.NetworkHeat;
import org.caravan.cli.output.OpenFile;
import org.caravan.cli.output.TextStream;
import org.caravan.client.ApiFault;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code caravan} command. */
@Command(
        name = "caravan",
        version = "caravan 0.1.0",
        mixinStandardHelpOptions = true,
        description = "Places and deploys applications based on the measured network.",
        footer = {
            "",
            "Exit codes: 0 done or nothing to do, 1 error, 2 changes pending, 3 failed and undone, 4 some hosts were not observed, 64 "
                    + "wrong command line.",
            "Example: caravan deploy examples/sock-shop/sock-shop.caravan"
        })
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        // Output is Unicode; in a C locale, Java would replace names and arrows by question marks.
        System.setOut(new TextStream(System.out, OpenFile.mayBeTerminal(OpenFile.OUTPUT)));
        System.setErr(new TextStream(System.err, OpenFile.mayBeTerminal(OpenFile.ERROR)));
        System.exit(run(arguments));
    }

    /** As {@link #main}, but returns the exit code. */
    public static int run(String... arguments) {
        CommandLine line = arguments.length == 0 ? line() : line(arguments[0]);
        // Detected before parsing, because the command line may be invalid.
        boolean json = Stream.of(arguments).takeWhile(word -> !word.equals("--")).anyMatch("--json"::equals);
        line.setExecutionExceptionHandler((fault, command, parsed) -> {
            tell(known(fault), command, json);
            return ExitCode.ERROR;
        });
        line.setParameterExceptionHandler((wrong, words) -> {
            tell(UsageError.fault(wrong), wrong.getCommandLine(), json);
            return ExitCode.USAGE;
        });
        return line.execute(arguments.length == 0 ? new String[] {"--help"} : arguments);
    }

    /** Command line with all subcommands. */
    public static CommandLine line() {
        return line(Commands.all());
    }

    /** Command line with the named subcommand only, or with all if the name is unknown. */
    private static CommandLine line(String name) {
        if (name.equals("--version") || name.equals("-V")) {
            return line(Map.of());
        }
        return Commands.named(name).map(command -> line(Map.of(name, command))).orElseGet(Main::line);
    }

    private static CommandLine line(Map<String, Class<?>> commands) {
        CommandLine line = new CommandLine(new Main());
        commands.forEach(line::addSubcommand);
        ExitCode.document(line);
        line.setOut(new PrintWriter(new HelpWriter(), true));
        line.registerConverter(NetworkHeat.Shown.class, NetworkHeat.Shown::named);
        return line;
    }

    /** Help is trusted text with colours, so it is not escaped. */
    private static final class HelpWriter extends Writer {

        @Override
        public void write(char[] text, int offset, int length) {
            TextStream.output().control(new String(text, offset, length));
        }

        @Override
        public void flush() {
            TextStream.output().flush();
        }

        @Override
        public void close() {
            flush();
        }
    }

    /** With JSON output, one line of JSON; standard error then contains nothing else. */
    private static void tell(ApiFault fault, CommandLine command, boolean json) {
        command.getErr().println(json ? fault.document().toString() : fault.shown());
    }

    private static ApiFault known(Exception fault) {
        return fault instanceof ApiFault known ? known
                : new ApiFault("unexpected-fault", "caravan failed unexpectedly: " + named(fault)
                        + "\n    Maybe report this with the command.");
    }

    /** Contains only exception types and code positions: the message of an unexpected exception can contain a token or a secret. */
    static String named(Throwable fault) {
        String place = Stream.of(fault.getStackTrace()).filter(frame -> frame.getClassName().startsWith("org.caravan.")).findFirst()
                .map(frame -> " at " + frame.getClassName() + ":" + frame.getLineNumber()).orElse("");
        return fault.getClass().getName() + place + (fault.getCause() == null
                || fault.getCause() == fault ? "" : ", by " + named(fault.getCause()));
    }
}
