package org.caravan.application;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;

/**
 * A part of an application that is placed as one.
 *
 * @param stateful whether it keeps data on its host, so that it cannot be moved by starting it elsewhere
 * @param replicas how many instances of it run side by side, at least 1; where planning may take more, the least
 * @param scaling where it is known what one of them can serve
 * @param optional where it may be left out: its priority, 1 to 100, those of less being left out before; empty where it must run
 * @param forms it can be run as, the preferred one first; at least one, at most one of a kind
 */
public record Component(
        String id,
        boolean stateful,
        int replicas,
        Optional<Scaling> scaling,
        Optional<Integer> optional,
        List<Form> forms,
        List<Endpoint> provides,
        List<EndpointReference> requires) {

    /** The most that may be said for keeping a component that is optional. */
    public static final int MOST_PRIORITY = 100;

    /** What was stored before components could be left out must run. */
    public Component {
        optional = optional == null ? Optional.empty() : optional;
        if (optional.filter(priority -> priority < 1 || priority > MOST_PRIORITY).isPresent()) {
            throw new IllegalArgumentException("component " + id + " has priority " + optional.get() + ", not 1 to " + MOST_PRIORITY);
        }
        if (replicas < 1) {
            throw new IllegalArgumentException("component " + id + " needs at least 1 replica: " + replicas);
        }
        if (scaling.isPresent() && scaling.get().most() < replicas) {
            throw new IllegalArgumentException("component " + id + " has at least " + replicas + " and at most " + scaling.get().most() + " replicas");
        }
        forms = List.copyOf(forms);
        if (forms.isEmpty() || forms.stream().map(Form::kind).distinct().count() < forms.size()) {
            throw new IllegalArgumentException("component " + id + " needs forms, at most one of a kind: " + forms);
        }
        provides = provides.stream().sorted(Comparator.comparing(Endpoint::name)).toList();
        requires = requires.stream().sorted().toList();
    }

    /** One that must run. */
    public Component(
            String id, boolean stateful, int replicas, Optional<Scaling> scaling, List<Form> forms, List<Endpoint> provides,
            List<EndpointReference> requires) {
        this(id, stateful, replicas, scaling, Optional.empty(), forms, provides, requires);
    }

    /** One of a given number of replicas. */
    public Component(
            String id, boolean stateful, int replicas, List<Form> forms, List<Endpoint> provides, List<EndpointReference> requires) {
        this(id, stateful, replicas, Optional.empty(), forms, provides, requires);
    }

    /** The same of so many replicas. */
    public Component withReplicas(int count) {
        return new Component(id, stateful, count, scaling, optional, forms, provides, requires);
    }

    public Component withForms(List<Form> changed) {
        return new Component(id, stateful, replicas, scaling, optional, changed, provides, requires);
    }

    /** The same requiring no others than these. */
    public Component withRequires(List<EndpointReference> changed) {
        return new Component(id, stateful, replicas, scaling, optional, forms, provides, changed);
    }

    /** One of a single instance. */
    public Component(
            String id, boolean stateful, List<Form> forms, List<Endpoint> provides, List<EndpointReference> requires) {
        this(id, stateful, 1, forms, provides, requires);
    }

    /** Whether planning added it, to hand requests of users on. */
    public boolean router() {
        return Routers.is(this);
    }

    /**
     * The form it takes on a host of an architecture: the one it prefers of those for the host's processor, else of the
     * others, so that what it lacks there can be said; empty where the host runs none of its forms.
     */
    public Optional<Form> formFor(Host host, Architecture architecture) {
        return formOf(form -> form.runsOn(host), architecture);
    }

    /** The same for any host that runs these kinds. */
    public Optional<Form> formFor(Set<FormKind> kinds, Architecture architecture) {
        return formOf(form -> kinds.contains(form.kind()), architecture);
    }

    private Optional<Form> formOf(Predicate<Form> runs, Architecture architecture) {
        return forms.stream()
                .filter(runs)
                .min(Comparator.comparing(form -> !form.architectures().contains(architecture)));
    }
}
