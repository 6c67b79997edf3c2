package org.caravan.server.decision;

import java.util.List;
import java.util.Locale;
import org.caravan.server.Settings;

/** The server's built-in rules. Rules of models are separate: they are parsed but not yet applied. */
public enum OwnRule {
    MODEL_PLANNED("A new model is planned at once where the network was measured; its plan waits for approval.", "When a model is handed over."),
    PLANNING_TOLD("A planning under way goes on with what has changed of the network or the infrastructure.", "When a probe run ends or the infrastructure changes during a planning, eight times each at most."),
    PATH_SILENT("A path on which no probe of a run was answered, but of an earlier one, is taken for cut: plans do without it.",
            "When a probe run ends.", RuleSetting.PROBING_EVERY, RuleSetting.NETWORK_WINDOW),
    PATH_BACK("A path on which probes are answered again is planned with again.", "When a probe run ends.", RuleSetting.PROBING_EVERY),
    ENTRY_LEFT_OUT("A replica that was not ready two rounds in a row, or not reached three, is left out of names while another answers.", "While names of several replicas are told to users."),
    ENTRY_BACK("A replica that answers again is told to users again.", "While names of several replicas are told to users."),
    DEPLOYMENT_UNDONE("A deployment of which a step failed for good goes back where its model says on failure undo.", "When such a step has failed."),
    DEPLOYMENT_RESUMED("A deployment that the server's end broke off goes on when the server begins.", "When this server begins to lead."),
    PROBES_SPARED("Where connections of applications tell that a path is as it was, standing probes leave it out.", "Before each standing probe run.", RuleSetting.PROBING_EVERY),
    FLOWS_CHOSEN("Within a budget, flows go where the idle measurements changed, or where most is unknown.",
            "In each probe run within a budget.", RuleSetting.PROBING_BUDGET, RuleSetting.PROBING_EVERY, RuleSetting.PROBING_FLOWS_EVERY),
    LOOKOUT_HEARD("What sites measured by themselves while the server was away is made use of.", "When a site is visited that went on alone.", RuleSetting.PROBING_EVERY, RuleSetting.PROBING_ALONE),
    IMAGES_AHEAD("Images are brought to the hosts that a plan chose before it is approved.", "When a plan was made.", RuleSetting.PREFETCH, RuleSetting.PREFETCH_RATE),
    IMAGES_COLLECTED("Layers of images that nothing uses are thrown away.",
            "Every six hours, first ten minutes after the server's start.", RuleSetting.KEEP_UNUSED),
    HOST_LOST("Copies on a host that does not answer, while other hosts do, are replaced on other hosts; all others stay.",
            "While applications are deployed.",
            RuleSetting.ADAPTATION_EVERY, RuleSetting.ADAPTATION_LOST_AFTER),
    HOST_BACK("A deployment that waited for unreachable hosts is completed when they answer again.", "While applications are deployed.",
            RuleSetting.ADAPTATION_EVERY),
    OWN_FAULT("If the fault is on the side of the server, no host counts as lost and nothing is replaced.",
            "While applications are deployed.",
            RuleSetting.ADAPTATION_EVERY, RuleSetting.ADAPTATION_LOST_AFTER);

    private final String sentence;
    private final String when;
    private final List<RuleSetting> settings;

    OwnRule(String sentence, String when, RuleSetting... settings) {
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
            case HOST_LOST, HOST_BACK, OWN_FAULT -> set.adaptation().used();
            default -> true;
        };
    }
}
