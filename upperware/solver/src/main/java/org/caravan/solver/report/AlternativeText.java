package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.Startups;

/** Remarks on the chosen alternatives: where each runs, with the figures that decide, and what the best other choice would lose. */
public final class AlternativeText {

    private final PlacementProblem problem;
    private final DeploymentPlan plan;
    private final Startups startups;

    public AlternativeText(PlacementProblem problem, DeploymentPlan plan) {
        this.problem = problem;
        this.plan = plan;
        this.startups = new Startups(problem, Goal.weight(problem.application().goals(), Goal.MinimiseStartup.class));
    }

    /**
     * @param others by component: points of the best plan with other images of it; {@link Long#MAX_VALUE} if there is none
     * @param points of the plan
     */
    public List<String> notes(Map<Component, Long> others, long points) {
        List<String> notes = new ArrayList<>();
        others.forEach((component, other) -> notes.add("alternatives of " + component.id() + ": " + chosen(component) + "; "
                + (other == Long.MAX_VALUE ? "of no choice with other images a placement was found"
                : other < points ? "other images are better by less than changing running copies costs"
                : other == points ? "the best choice of other images is as good by the goals"
                : String.format(Locale.ROOT, "%.2f better by the goals than with other images", (other - points) / 100.0))));
        return notes;
    }

    private String chosen(Component component) {
        Map<String, TreeSet<String>> hosts = new LinkedHashMap<>();
        plan.instances().stream().filter(placed -> placed.instance().componentId().equals(component.id()))
                .forEach(placed -> hosts.computeIfAbsent(words(component, placed), any -> new TreeSet<>()).add(placed.hostId()));
        List<String> words = new ArrayList<>();
        hosts.forEach((form, on) -> words.add(form + " on " + String.join(", ", on)));
        return String.join("; ", words);
    }

    private String words(Component component, InstancePlacement placed) {
        Form form = component.forms().stream().filter(one -> one.kind() == placed.spec().form()
                && one.image().equals(placed.spec().image())).findFirst().orElseThrow();
        String start = startups.any() ? "start " + problem.infrastructure().hosts().stream()
                .filter(host -> host.id().equals(placed.hostId())).map(host -> startups.ofForm(component, form, host).toString())
                .findFirst().orElse("unknown") + ", " : "";
        return form.kind() + " " + form.image() + " (" + start + "cpu " + form.cpu() + ", memory " + form.memory() + ")";
    }
}
