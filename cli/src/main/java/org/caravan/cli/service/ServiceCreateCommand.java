package org.caravan.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.plan.PlanView;
import org.caravan.api.service.CreatedService;
import org.caravan.cli.command.CompletionWords;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.cli.plan.ApproveAndDeploy;
import org.caravan.cli.validation.DiagnosticDocument;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.PlanText;
import org.caravan.client.PlanningFollower;
import org.caravan.client.ServiceUpload;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.service.LocalService;
import org.caravan.service.ServiceKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = {
            "Creates a service from one upload: checks it, composes its image on the server, writes its model, and deploys it after "
                    + "approval.",
            "If a step fails, the image, the model and the secrets that it created are removed again.",
            "With --update, a service that exists gets the image of this upload, and its model is otherwise kept."
        },
        exitCodeList = {
            "0:Deployed.",
            "1:Error, a bad upload, no placement, or the deployment failed.",
            "2:Not approved; the service waits on the server.",
            "3:The deployment failed and was undone."
        },
        footer = {"",
            "Example: caravan service create web shop ./site --users users-bergen=20",
            "Example: caravan service create web shop ./site --update",
            "Example: caravan service create redis carts --require simula --plan-only"})
final class ServiceCreateCommand extends LiveCommand {

    @Parameters(index = "0", paramLabel = "KIND", completionCandidates = CompletionWords.ServiceKinds.class,
            description = "Kind of service: ${COMPLETION-CANDIDATES}; `caravan service kinds` explains them.")
    private String kind;

    @Parameters(index = "1", paramLabel = "NAME", description = "Name of the service and of its application.")
    private String name;

    @Parameters(index = "2", arity = "0..1", paramLabel = "FROM", description = "Folder or file to upload.")
    private Path from;

    @Option(names = "--require", paramLabel = "SITE", description = "Site where the service must run; may be repeated (default: any site).")
    private List<String> sites = List.of();

    @Option(names = "--users", paramLabel = "SITE[=RATE]",
            description = "Site of users, and their requests per second (default: 1); may be repeated. Planning places the service near "
                    + "them.")
    private List<String> users = List.of();

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "File to write the model to (default: NAME.caravan).")
    private Path output;

    @Option(names = "--update", description = "Update the service if it exists; a failure restores its former model. Kinds that keep data "
            + "cannot be updated.")
    private boolean update;

    @Option(names = "--plan-only", description = "Show the plan and deploy nothing.")
    private boolean planOnly;

    @Option(names = "--auto-approve", description = "Execute the plan without asking for approval.")
    private boolean autoApprove;

    @Mixin
    private WaitOption waiting;

    @Spec
    private CommandSpec command;

    @Override
    protected int run(Api api) {
        ServiceKind known = ServiceKind.named(kind).orElseThrow(() -> new ParameterException(command.commandLine(),
                "Unknown kind of service: " + kind + "\n    Maybe use one of " + ServiceKind.names() + "."));
        Path file = output == null ? Path.of(name + ".caravan") : output;
        if (Files.exists(file) && !update) {
            throw new ApiFault("file-exists", "The file " + file + " already exists; nothing was changed.\n    Maybe deploy it: caravan "
                    + "deploy " + file + ", write the model to another file: -o FILE, or update the service: --update");
        }
        LocalService checked = inspected(known);
        if (!checked.accepted()) {
            return refused(checked.findings());
        }
        if (!json()) {
            checked.findings().forEach(warning -> System.err.println(warning.text()));
        }
        Optional<ServiceUpload.Packed> packed =
                checked.upload().map(upload -> new ServiceUpload.Packed(upload.name(), upload.folder(), upload::pack));
        ServiceUpload upload = new ServiceUpload(api, terminal(), json(),
                new ServiceUpload.Order(known.toString(), name, packed, sites, users, update));
        refuseChanged(upload, file);
        return deployed(api, upload, file);
    }

    /** An update replaces the file by the new model, so changes that are only in the file would be lost. */
    private static void refuseChanged(ServiceUpload upload, Path file) {
        try {
            if (Files.exists(file) && !upload.isStored(Files.readString(file))) {
                throw new ApiFault("file-exists", "The file " + file + " is not the model on the server; nothing was changed.\n    Maybe "
                        + "deploy it first: caravan deploy " + file + ", or write the model to another file: -o FILE");
            }
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", "The file " + file + " cannot be read: " + e.getMessage()
                    + "\n    Maybe write the model to another file: -o FILE");
        }
    }

    private LocalService inspected(ServiceKind known) {
        try {
            return LocalService.inspect(known, name, Optional.ofNullable(from), sites, users);
        } catch (RejectedInput refused) {
            Diagnostic first = refused.diagnostics().get(0);
            throw new ApiFault(first.code(), first.message() + first.suggestion().map(way -> "\n    Maybe " + way).orElse(""));
        }
    }

    /** Everything is as before if the service does not run and does not wait for approval. */
    private int deployed(Api api, ServiceUpload upload, Path file) {
        int code = ExitCode.ERROR;
        try {
            CreatedService service = upload.create();
            upload.writeModel(service, file);
            PlanningFollower planning = new PlanningFollower(api, terminal(), json());
            Answer<PlanView> plan = planning.plan(name, service.planning());
            code = planOnly ? shown(plan)
                    : new ApproveAndDeploy(api, terminal(), json(), autoApprove, waiting).carryOut(name, plan, () -> planning.plan(name));
            return code;
        } finally {
            if (code == ExitCode.ERROR || code == ExitCode.UNDONE) {
                upload.undo();
            } else if (code == ExitCode.CHANGES_PENDING && !json()) {
                terminal().line("The service waits on the server.\n    Maybe deploy it: caravan deploy " + name);
            }
        }
    }

    private int shown(Answer<PlanView> answer) {
        PlanView plan = read(answer);
        if (!printedJson(answer)) {
            PlanText.printOnAScreen(plan, terminal());
        }
        return ExitCode.ofPlan(plan);
    }

    private int refused(List<Diagnostic> findings) {
        if (json()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("accepted", false);
            document.put("diagnostics", findings.stream().map(DiagnosticDocument::of).toList());
            terminal().document(JsonMapper.builder().build().valueToTree(document));
        } else {
            findings.forEach(finding -> System.err.println(finding.text()));
        }
        return ExitCode.ERROR;
    }
}
