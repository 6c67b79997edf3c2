package org.caravan.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.application.ApplicationSummary;
import org.caravan.api.plan.PlanView;
import org.caravan.cli.command.CompletionWords;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.cli.plan.ApproveAndDeploy;
import org.caravan.cli.validation.DiagnosticDocument;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import org.caravan.client.PlanningFollower;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.service.LocalUpload;
import org.caravan.service.Service;
import org.caravan.service.ServiceDraft;
import org.caravan.service.ServiceKind;
import org.caravan.service.ServiceRequest;
import org.caravan.service.ServiceRequest.UserGroup;
import org.caravan.service.Services;
import org.caravan.service.Upload;
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
            "If a step fails, the image, the model and the secrets that it created are removed again."
        },
        exitCodeList = {
            "0:Deployed.",
            "1:Error, a bad upload, no placement, or the deployment failed.",
            "2:Not approved; the service waits on the server.",
            "3:The deployment failed and was undone."
        },
        footer = {"",
            "Example: caravan service create web shop ./site --users users-bergen=20",
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
        if (Files.exists(file)) {
            throw new ApiFault("file-exists", "The file " + file + " already exists; nothing was changed.\n    Maybe deploy it: caravan "
                    + "deploy " + file + ", or write the model to another file: -o FILE");
        }
        Optional<Upload> upload = Optional.ofNullable(from).map(ServiceCreateCommand::read);
        UserSites groups = new UserSites(users);
        ServiceDraft checked = Services.draft(new ServiceRequest(known, name, upload, sites, List.of()));
        if (checked.service().isEmpty()) {
            return refused(checked.findings());
        }
        List<UserGroup> found = groups.resolved(api);
        refuseExisting(api);
        Service service = checked.service().get().with(found);
        if (!json()) {
            checked.findings().forEach(warning -> System.err.println(warning.text()));
        }
        ServiceComposition composition = new ServiceComposition(api, terminal(), json(), service, name, file);
        return deployed(api, composition);
    }

    /** Everything is removed again if the service does not run and does not wait for approval. */
    private int deployed(Api api, ServiceComposition composition) {
        int code = ExitCode.ERROR;
        try {
            Optional<String> begun = composition.compose();
            PlanningFollower planning = new PlanningFollower(api, terminal(), json());
            Answer<PlanView> plan = planning.plan(name, begun);
            code = planOnly ? shown(plan)
                    : new ApproveAndDeploy(api, terminal(), json(), autoApprove, waiting).carryOut(name, plan, () -> planning.plan(name));
            return code;
        } finally {
            if (code == ExitCode.ERROR || code == ExitCode.UNDONE) {
                composition.undo();
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

    private void refuseExisting(Api api) {
        if (api.list(ApiPath.of("applications"), ApplicationSummary.class).value().stream().anyMatch(one -> one.name().equals(name))) {
            throw new ApiFault("application-exists", "The server already has an application (" + name
                    + "); nothing was changed.\n    Maybe choose another name, or destroy and remove it first: caravan destroy " + name
                    + "; caravan remove " + name);
        }
    }

    private static Upload read(Path from) {
        try {
            return LocalUpload.read(from);
        } catch (IOException e) {
            throw new ApiFault("file-unreadable", from + " cannot be read: " + (Files.exists(from) ? e.getMessage() : "it does not exist")
                    + "\n    Maybe the path is relative to another folder than " + Path.of("").toAbsolutePath() + ".");
        }
    }
}
