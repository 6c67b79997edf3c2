package org.caravan.problem.requirement;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.Component;
import org.caravan.application.Coupling;
import org.caravan.application.Form;
import org.caravan.application.LocationRequirement;
import org.caravan.application.PlacementRules;
import org.caravan.application.Separation;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Quota;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.problem.ReservedResponses;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Creates problems without a single requirement. */
final class Relaxations {

    private Relaxations() {}

    static UnaryOperator<PlacementProblem> component(String id) {
        return ofModel(model -> SmallerModel.without(model, id));
    }

    static UnaryOperator<PlacementProblem> memory(String id) {
        return ofForms(id, form -> form.reserving(form.cpu(), new Bytes(0)));
    }

    static UnaryOperator<PlacementProblem> cpu(String id) {
        return ofForms(id, form -> form.reserving(new MilliCores(0), form.memory()));
    }

    static UnaryOperator<PlacementProblem> disk(String id) {
        return ofForms(id, form -> form.withDisk(new Bytes(0)));
    }

    static UnaryOperator<PlacementProblem> gpu(String id) {
        return ofForms(id, form -> form.withGpu(Optional.empty()));
    }

    static UnaryOperator<PlacementProblem> limit(String id) {
        return ofModel(model -> {
            ApplicationExtras rest = model.supplement();
            rest = rest.withLimits(rest.limits().stream().filter(limit -> !limit.id().equals(id)).toList());
            return new ApplicationModel(model.name(), model.version(), model.components(), model.locations(), model.separations(),
                    model.users(),
                    model.requests(), model.slos(), model.goals(), model.onFailure(), rest);
        });
    }

    static UnaryOperator<PlacementProblem> architectures(String id) {
        return ofForms(id, form -> form.withArchitectures(EnumSet.allOf(Architecture.class)));
    }

    /** Adds the missing form kinds with the demands of the first form. */
    static UnaryOperator<PlacementProblem> forms(String id) {
        return ofComponent(id, component -> {
            List<Form> forms = new ArrayList<>(component.forms());
            Form like = forms.get(0);
            Set<FormKind> missing = EnumSet.allOf(FormKind.class);
            forms.forEach(form -> missing.remove(form.kind()));
            missing.forEach(kind -> forms.add(like.as(kind)));
            return copy(component, forms);
        });
    }

    /** A single replica with unlimited capacity: fewer replicas with limited capacity would cause queueing delay. */
    static UnaryOperator<PlacementProblem> replicas(String id) {
        return ofComponent(id, component -> new Component(component.id(), component.stateful(), 1, Optional.empty(), component.optional(),
                component.forms(), component.provides(), component.requires()));
    }

    static UnaryOperator<PlacementProblem> capacity(String id) {
        return ofComponent(id, component -> new Component(component.id(), component.stateful(), component.replicas(), Optional.empty(),
                component.optional(), component.forms(), component.provides(), component.requires()));
    }

    static UnaryOperator<PlacementProblem> link(String from, String to) {
        return ofModel(model -> SmallerModel.withoutLink(model, from, to));
    }

    static UnaryOperator<PlacementProblem> slo(String id) {
        return ofModel(model -> new ApplicationModel(model.name(), model.version(), model.components(), model.locations(),
                model.separations(), model.users(), model.requests(),
                model.slos().stream().filter(slo -> !slo.id().equals(id)).toList(), model.goals(), model.onFailure(), model.supplement()));
    }

    static UnaryOperator<PlacementProblem> separation(Separation gone) {
        return ofModel(model -> new ApplicationModel(model.name(), model.version(), model.components(), model.locations(),
                model.separations().stream().filter(one -> !one.equals(gone)).toList(), model.users(), model.requests(),
                model.slos(), model.goals(), model.onFailure(), model.supplement()));
    }

    static UnaryOperator<PlacementProblem> coupling(Coupling gone) {
        return ofModel(model -> model.withPlacementRules(model.supplement().bonds().without(gone)));
    }

    static UnaryOperator<PlacementProblem> bandwidth(String id) {
        return ofModel(model -> model.withPlacementRules(model.supplement().bonds().withoutBandwidth(id)));
    }

    /** @param copy component id and number */
    static UnaryOperator<PlacementProblem> chosenBandwidth(String copy) {
        return ofModel(model -> {
            PlacementRules bonds = model.supplement().bonds();
            Map<String, Bandwidth> others = new TreeMap<>(bonds.chosen());
            others.remove(copy);
            return model.withPlacementRules(bonds.choosing(others));
        });
    }

    static UnaryOperator<PlacementProblem> uplinksElsewhere() {
        return problem -> problem.withUplinks(problem.uplinks().withoutReservedUplinks());
    }

    static UnaryOperator<PlacementProblem> responsesElsewhere() {
        return problem -> problem.withUplinks(problem.uplinks().answering(ReservedResponses.NONE));
    }

    static UnaryOperator<PlacementProblem> location(LocationRequirement gone) {
        return ofModel(model -> new ApplicationModel(model.name(), model.version(), model.components(),
                model.locations().stream().filter(one -> !one.equals(gone)).toList(), model.separations(), model.users(),
                model.requests(), model.slos(), model.goals(), model.onFailure(), model.supplement()));
    }

    static UnaryOperator<PlacementProblem> quota(String siteId, String provider) {
        return problem -> {
            Infrastructure all = problem.infrastructure();
            return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream()
                    .map(site -> site.id().equals(siteId) ? site.withQuotas(without(site.quotas(), provider)) : site).toList()));
        };
    }

    private static Map<String, Quota> without(Map<String, Quota> quotas, String provider) {
        Map<String, Quota> rest = new TreeMap<>(quotas);
        rest.remove(provider);
        return rest;
    }

    static UnaryOperator<PlacementProblem> excluded(String reason) {
        return problem -> problem.excluding(problem.excluded().entrySet().stream()
                .filter(host -> !host.getValue().equals(reason))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    static UnaryOperator<PlacementProblem> data(InstanceId instance) {
        return problem -> problem.withCurrent(
                problem.current().stream().filter(now -> !now.instance().equals(instance)).toList());
    }

    /** Hosts paid for by others remain paid, so that removing reservations does not violate a cost limit. */
    static UnaryOperator<PlacementProblem> reservations() {
        return problem -> {
            Map<String, Reservation> nothing = new TreeMap<>(problem.reservedElsewhere());
            nothing.replaceAll((hostId, reserved) -> Reservation.NOTHING);
            return elsewhere(problem, nothing, problem.takenSlots());
        };
    }

    static UnaryOperator<PlacementProblem> addresses(String siteId) {
        return problem -> {
            Map<String, Set<Integer>> slots = new TreeMap<>(problem.takenSlots());
            slots.remove(siteId);
            return elsewhere(problem, problem.reservedElsewhere(), slots);
        };
    }

    private static PlacementProblem elsewhere(
            PlacementProblem problem, Map<String, Reservation> reserved, Map<String, Set<Integer>> slots) {
        return new PlacementProblem(problem.application(), problem.infrastructure(), problem.inventory(), problem.network(),
                problem.parentId(), problem.generation(), problem.current(), reserved, slots, problem.excluded(), problem.policy(),
                        problem.uplinks(), problem.services(), problem.speeds(), problem.starts(), problem.forms());
    }

    private static UnaryOperator<PlacementProblem> ofForms(String id, UnaryOperator<Form> change) {
        return ofComponent(id, component ->
                copy(component, component.forms().stream().map(change).toList()));
    }

    private static Component copy(Component component, List<Form> forms) {
        return new Component(component.id(), component.stateful(), component.replicas(), component.scaling(), component.optional(), forms,
                component.provides(), component.requires());
    }

    private static UnaryOperator<PlacementProblem> ofComponent(String id, UnaryOperator<Component> change) {
        return ofModel(model -> SmallerModel.of(model, model.components().stream()
                .map(component -> component.id().equals(id) ? change.apply(component) : component).toList(), model.requests()));
    }

    private static UnaryOperator<PlacementProblem> ofModel(UnaryOperator<ApplicationModel> change) {
        return problem -> problem.withApplication(change.apply(problem.application()));
    }
}
