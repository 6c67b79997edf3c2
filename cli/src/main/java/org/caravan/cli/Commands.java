package org.caravan.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.cli.access.AuditCommand;
import org.caravan.cli.access.LoginCommand;
import org.caravan.cli.access.LogoutCommand;
import org.caravan.cli.access.OrganisationCommand;
import org.caravan.cli.access.SecretCommand;
import org.caravan.cli.access.TokenCommand;
import org.caravan.cli.application.AutonomyCommand;
import org.caravan.cli.application.BandwidthCommand;
import org.caravan.cli.application.CancelCommand;
import org.caravan.cli.application.DecisionsCommand;
import org.caravan.cli.application.DeploymentsCommand;
import org.caravan.cli.application.DestroyCommand;
import org.caravan.cli.application.DriftCommand;
import org.caravan.cli.application.EndpointCommand;
import org.caravan.cli.application.ExecCommand;
import org.caravan.cli.application.ForecastCommand;
import org.caravan.cli.application.FreezeCommand;
import org.caravan.cli.application.LogsCommand;
import org.caravan.cli.application.MetricsCommand;
import org.caravan.cli.application.OrphansCommand;
import org.caravan.cli.application.PredictionsCommand;
import org.caravan.cli.application.RehearseCommand;
import org.caravan.cli.application.RemoveCommand;
import org.caravan.cli.application.ResumeCommand;
import org.caravan.cli.application.StatusCommand;
import org.caravan.cli.application.UnfreezeCommand;
import org.caravan.cli.application.WhyCommand;
import org.caravan.cli.image.ImageCommand;
import org.caravan.cli.image.ImportCommand;
import org.caravan.cli.network.NetworkCommand;
import org.caravan.cli.network.ProbeCommand;
import org.caravan.cli.node.InfrastructureCommand;
import org.caravan.cli.node.NodeCommand;
import org.caravan.cli.node.NodesCommand;
import org.caravan.cli.node.StartTimesCommand;
import org.caravan.cli.plan.AdviseCommand;
import org.caravan.cli.plan.DeployCommand;
import org.caravan.cli.plan.DiffCommand;
import org.caravan.cli.plan.PlanCommand;
import org.caravan.cli.plan.PlansCommand;
import org.caravan.cli.plan.RollbackCommand;
import org.caravan.cli.plan.RulesCommand;
import org.caravan.cli.plan.ValidateCommand;
import org.caravan.cli.plan.WhatIfCommand;
import org.caravan.cli.service.ServiceCommand;
import org.caravan.cli.turns.TurnsCommand;

/**
 * All commands by name, in the order of the help. A process loads only the declaration of the command that it runs: loading all would take
 * half of the start-up time (docs/decisions/process-startup.md).
 */
final class Commands {

    private static final Map<String, Class<?>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("login", LoginCommand.class);
        BY_NAME.put("logout", LogoutCommand.class);
        BY_NAME.put("validate", ValidateCommand.class);
        BY_NAME.put("import", ImportCommand.class);
        BY_NAME.put("infrastructure", InfrastructureCommand.class);
        BY_NAME.put("probe", ProbeCommand.class);
        BY_NAME.put("network", NetworkCommand.class);
        BY_NAME.put("turns", TurnsCommand.class);
        BY_NAME.put("metrics", MetricsCommand.class);
        BY_NAME.put("predictions", PredictionsCommand.class);
        BY_NAME.put("forecast", ForecastCommand.class);
        BY_NAME.put("bandwidth", BandwidthCommand.class);
        BY_NAME.put("nodes", NodesCommand.class);
        BY_NAME.put("node", NodeCommand.class);
        BY_NAME.put("start-times", StartTimesCommand.class);
        BY_NAME.put("plan", PlanCommand.class);
        BY_NAME.put("diff", DiffCommand.class);
        BY_NAME.put("whatif", WhatIfCommand.class);
        BY_NAME.put("advise", AdviseCommand.class);
        BY_NAME.put("deploy", DeployCommand.class);
        BY_NAME.put("deployments", DeploymentsCommand.class);
        BY_NAME.put("cancel", CancelCommand.class);
        BY_NAME.put("resume", ResumeCommand.class);
        BY_NAME.put("status", StatusCommand.class);
        BY_NAME.put("logs", LogsCommand.class);
        BY_NAME.put("exec", ExecCommand.class);
        BY_NAME.put("plans", PlansCommand.class);
        BY_NAME.put("rollback", RollbackCommand.class);
        BY_NAME.put("rules", RulesCommand.class);
        BY_NAME.put("decisions", DecisionsCommand.class);
        BY_NAME.put("why", WhyCommand.class);
        BY_NAME.put("rehearse", RehearseCommand.class);
        BY_NAME.put("autonomy", AutonomyCommand.class);
        BY_NAME.put("freeze", FreezeCommand.class);
        BY_NAME.put("unfreeze", UnfreezeCommand.class);
        BY_NAME.put("drift", DriftCommand.class);
        BY_NAME.put("orphans", OrphansCommand.class);
        BY_NAME.put("destroy", DestroyCommand.class);
        BY_NAME.put("remove", RemoveCommand.class);
        BY_NAME.put("secret", SecretCommand.class);
        BY_NAME.put("organisation", OrganisationCommand.class);
        BY_NAME.put("token", TokenCommand.class);
        BY_NAME.put("endpoint", EndpointCommand.class);
        BY_NAME.put("audit", AuditCommand.class);
        BY_NAME.put("image", ImageCommand.class);
        BY_NAME.put("service", ServiceCommand.class);
        BY_NAME.put("completion", CompletionCommand.class);
    }

    private Commands() {}

    static Map<String, Class<?>> all() {
        return BY_NAME;
    }

    static Optional<Class<?>> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
