package org.caravan.cli.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.caravan.api.model.ValidationView;
import org.caravan.cli.command.Connection;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;
import org.caravan.cli.validation.LocalVerdict;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ModelFiles;
import org.caravan.client.ServerRefusal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = {"Checks model files and reports all problems. Changes nothing and needs no server.",
            "If an infrastructure is among the files, applications are checked against it; otherwise against the server's. If no server "
                    + "is reachable, a warning says so."},
        exitCodeList = {"0:Valid; there may be warnings.", "1:Not valid, or a file cannot be read."},
        footer = {"", "Example: caravan validate examples/sock-shop/sock-shop.caravan"})
public final class ValidateCommand implements Callable<Integer> {

    @Mixin
    private Connection connection;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Model files to check together.")
    private List<Path> files;

    @Option(names = "--offline", description = "Do not use a server.")
    private boolean offline;

    @Override
    public Integer call() {
        Answer<ValidationView> answer = verdict(new ModelFiles(files));
        Terminal terminal = new Terminal();
        if (connection.json()) {
            terminal.document(answer);
        }
        ValidationView verdict = answer.value();
        if (!connection.json()) {
            String said = ServerRefusal.diagnostics(verdict.diagnostics());
            if (!said.isEmpty()) {
                terminal.line(said);
            }
            terminal.line(verdict.accepted() ? valid(verdict) : "The model is not valid.");
        }
        return verdict.accepted() ? ExitCode.DONE : ExitCode.ERROR;
    }

    private Answer<ValidationView> verdict(ModelFiles models) {
        Optional<LocalVerdict> judged = LocalVerdict.of(models.texts());
        if (judged.isEmpty()) {
            return models.validation(connection.api());
        }
        LocalVerdict local = judged.get();
        if (!local.isOpen()) {
            return local.answer();
        }
        if (offline) {
            return local.unjudged("no server was asked").answer();
        }
        Api api = connection.api();
        try {
            return models.validation(api);
        } catch (ApiFault fault) {
            return local.unjudged("that of the server is not known (" + fault.code() + ")").answer();
        }
    }

    /** Files without content are valid but rarely intended, so they get a message of their own. */
    private static String valid(ValidationView verdict) {
        return verdict.applications().isEmpty() && verdict.infrastructures().isEmpty()
                ? "The files are valid, but contain no application." : "The model is valid.";
    }
}
