package org.caravan.server.decision;

import java.util.Locale;

/** What the server does by itself, and when. Rules that models write are none of these: they are read, and not yet honoured. */
public enum OwnRule {
    MODEL_PLANNED("A new model is planned at once where the network was measured; its plan waits for approval."),
    PLANNING_TOLD("A planning under way goes on with what has changed of the network or the infrastructure."),
    PATH_SILENT("A path on which no probe of a run was answered, but of an earlier one, is taken for cut: plans do without it."),
    PATH_BACK("A path on which probes are answered again is planned with again."),
    ENTRY_LEFT_OUT("A replica that was not ready two rounds in a row, or not reached three, is left out of names while another answers."),
    ENTRY_BACK("A replica that answers again is told to users again."),
    DEPLOYMENT_UNDONE("A deployment of which a step failed for good goes back where its model says on failure undo."),
    DEPLOYMENT_RESUMED("A deployment that the server's end broke off goes on when the server begins."),
    PROBES_SPARED("Where connections of applications tell that a path is as it was, standing probes leave it out."),
    FLOWS_CHOSEN("Within a budget, flows go where the idle measurements changed, or where most is unknown."),
    LOOKOUT_HEARD("What sites measured by themselves while the server was away is made use of."),
    IMAGES_AHEAD("Images are brought to the hosts that a plan chose before it is approved."),
    IMAGES_COLLECTED("Layers of images that nothing uses are thrown away.");

    private final String sentence;

    OwnRule(String sentence) {
        this.sentence = sentence;
    }

    /** As it is told and asked for: {@code path-silent}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String sentence() {
        return sentence;
    }
}
