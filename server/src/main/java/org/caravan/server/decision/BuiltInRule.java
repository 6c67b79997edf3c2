package org.caravan.server.decision;

import java.util.List;
import java.util.Locale;
import org.caravan.server.Settings;

/** The server's built-in rules. {@link #MODEL_RULE} stands for all rules of models. */
public enum BuiltInRule {
    MODEL_PLANNED("Plans a new model immediately if the network was measured; its plan waits for approval.", "When a model is submitted."),
    PLANNING_TOLD("A running planning continues with changes of the network or the infrastructure.",
            "When a probe run ends or the infrastructure changes during a planning, eight times each at most."),
    PATH_SILENT("Marks a path as silent if no probe of a run was answered, but probes of an earlier run were: plans do not use it.",
            "When a probe run ends.", RuleSetting.PROBING_EVERY, RuleSetting.PROBING_IDLE_EVERY, RuleSetting.NETWORK_WINDOW),
    PATH_BACK("Plans use a silent path again when its probes are answered.", "When a probe run ends.", RuleSetting.PROBING_EVERY,
            RuleSetting.PROBING_IDLE_EVERY),
    ENTRY_LEFT_OUT(
            "Removes a replica from names if it was not ready in two consecutive rounds, or unreachable in three, while another replica "
            + "answers.", "While names have several replicas."),
    ENTRY_BACK("Adds a replica that answers again to the names of users.", "While names have several replicas."),
    DEPLOYMENT_UNDONE("Undoes a deployment after a permanently failed step if its model says on failure undo.",
            "When a step fails permanently."),
    DEPLOYMENT_RESUMED("Continues an interrupted deployment when the server starts.", "When this server becomes the leader."),
    PROBES_SPARED("Standing probes skip a path if measurements on connections of applications show that it is unchanged.",
            "Before each standing probe run.", RuleSetting.PROBING_EVERY),
    FLOWS_CHOSEN("Within a budget, sends flows where idle measurements changed, or where the uncertainty is largest.",
            "In each probe run within a budget.", RuleSetting.PROBING_BUDGET, RuleSetting.PROBING_EVERY, RuleSetting.PROBING_FLOWS_EVERY),
    LOOKOUT_HEARD("Uses results that sites measured while the server was unreachable.",
            "When the server visits a site that continued to probe.", RuleSetting.PROBING_EVERY, RuleSetting.PROBING_ALONE),
    IMAGES_AHEAD("Transfers images to the hosts of a plan before it is approved.", "When a plan is created.", RuleSetting.PREFETCH,
            RuleSetting.PREFETCH_RATE),
    IMAGES_COLLECTED("Deletes unused layers of images.", "Every six hours, first ten minutes after the server's start.",
            RuleSetting.KEEP_UNUSED),
    HOST_LOST("Replaces copies on a host that does not answer, while other hosts do; all other copies stay.",
            "While applications are deployed.", RuleSetting.ADAPTATION_EVERY, RuleSetting.ADAPTATION_LOST_AFTER,
            RuleSetting.ADAPTATION_LOST_WITNESSED),
    HOST_BACK("Completes a deployment that waited for unreachable hosts when they answer again.",
            "While applications are deployed.", RuleSetting.ADAPTATION_EVERY),
    OWN_FAULT("Counts no host as lost, and replaces nothing, if the fault is on the side of the server.",
            "While applications are deployed.", RuleSetting.ADAPTATION_EVERY, RuleSetting.ADAPTATION_LOST_AFTER,
            RuleSetting.ADAPTATION_LOST_WITNESSED),
    PATH_WORSE("Plans again what uses a path that is cut or much slower than planned, if a promise (slo) does not hold any more: proposed, "
            + "or automatic if the model says so.", "When a probe run ends.", RuleSetting.PATHS_FACTOR, RuleSetting.PATHS_MILLIS,
            RuleSetting.PATHS_MEASUREMENTS, RuleSetting.PATHS_PAUSE, RuleSetting.PROBING_EVERY, RuleSetting.PROBING_IDLE_EVERY),
    USERS_MOVED("Plans again if a share of the requests comes from other groups of users than the plan assumes: observed, or proposed or "
            + "automatic if the owner says so.", "While applications with several groups of users are deployed.", RuleSetting.USERS_EVERY,
            RuleSetting.USERS_WINDOW, RuleSetting.USERS_SHARE, RuleSetting.USERS_HOLD, RuleSetting.USERS_LEAST_GAIN,
            RuleSetting.USERS_PAUSE, RuleSetting.METRICS_EVERY),
    PRICE_CHANGED("Proposes a plan on cheaper hosts if a plan costs clearly more by current prices than when it was made.",
            "While applications are deployed.", RuleSetting.COSTS_EVERY, RuleSetting.COSTS_RISE, RuleSetting.COSTS_LEAST_SAVING),
    BUDGET_NEARLY_SPENT("Reports that a plan spends most of the budget, or more.",
            "While applications are deployed and there is a budget.", RuleSetting.COSTS_EVERY, RuleSetting.COSTS_SPENT),
    MODEL_RULE("Carries out the rules of models: changes the number of replicas, plans again, restarts copies, drains hosts, changes "
            + "bandwidth, sends messages, runs commands in copies.",
            "While an application whose model has rules is deployed.", RuleSetting.RULES_EVERY, RuleSetting.METRICS_EVERY),
    CONSTRAINT_VIOLATED("Reports that a constraint of a model does not hold.",
            "While an application whose model has constraints is deployed.", RuleSetting.RULES_EVERY, RuleSetting.METRICS_EVERY),
    PROMISE_VIOLATED("Reports that a promise (slo) of a model is violated in measurements of routers.",
            "While an application with a promise on a request that its routers recognise is deployed.", RuleSetting.RULES_EVERY,
            RuleSetting.METRICS_EVERY),
    PREDICTION_MISSED("Only proposes plans for an application, instead of deploying them, if its latencies differ more from their "
            + "prediction than allowed.", "While an application with a request that its routers recognise is deployed.",
            RuleSetting.PREDICTION_ERROR, RuleSetting.METRICS_EVERY),
    PROFILE_OUTDATED("Only proposes plans for an application, instead of deploying them, if captured requests have other turns or bytes "
            + "than their profiles in the model.", "When a capture of turns ends."),
    QUOTA_USED_UP("Hosts lower the capacity of an access link when their copies have sent its quota, or its higher price applies; they "
            + "count and act by themselves.",
            "While copies send on links with a quota.", RuleSetting.METRICS_EVERY),
    QUOTA_RENEWED("Access links have their usual capacity and price again when their quota is renewed.",
            "When a day or month begins, in UTC.", RuleSetting.METRICS_EVERY),
    READING_REFUSED("Ignores values that cannot be right, and time for which conditions were not evaluated.",
            "While an application whose model has rules or constraints is deployed.", RuleSetting.RULES_EVERY);

    private final String sentence;
    private final String when;
    private final List<RuleSetting> settings;

    BuiltInRule(String sentence, String when, RuleSetting... settings) {
        this.sentence = sentence;
        this.when = when;
        this.settings = List.of(settings);
    }

    /** The rule's name in REST: {@code path-silent}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String sentence() {
        return sentence;
    }

    /** When the rule is evaluated, one sentence. */
    String when() {
        return when;
    }

    /** Settings of the server that the rule uses. */
    List<RuleSetting> settings() {
        return settings;
    }

    /** Whether the rule can decide anything with these settings. */
    boolean active(Settings set) {
        return switch (this) {
            case PROBES_SPARED -> set.probing().used();
            case LOOKOUT_HEARD -> set.probing().used() && !set.probing().alone().isZero();
            case IMAGES_AHEAD -> set.imageTransfer().prefetch();
            case HOST_LOST, HOST_BACK, OWN_FAULT, PROFILE_OUTDATED -> set.adaptation().used();
            case QUOTA_USED_UP, QUOTA_RENEWED -> set.metrics().used();
            case PREDICTION_MISSED -> set.adaptation().used() && set.metrics().used() && set.adaptation().predictionError() > 0;
            case PATH_WORSE -> set.adaptation().used() && set.adaptation().paths().used();
            case USERS_MOVED -> set.adaptation().used() && set.adaptation().users().used();
            case PRICE_CHANGED -> set.adaptation().used() && set.adaptation().costs().used();
            case BUDGET_NEARLY_SPENT -> set.adaptation().used() && set.adaptation().costs().used() && set.adaptation().budget() > 0;
            case MODEL_RULE, CONSTRAINT_VIOLATED, PROMISE_VIOLATED, READING_REFUSED -> set.modelRulesUsed();
            default -> true;
        };
    }
}
