package org.caravan.application;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;

/**
 * Component of an application: the unit of placement.
 *
 * @param stateful whether it keeps data on its host; it then cannot be moved by starting it elsewhere
 * @param replicas number of instances that run side by side, at least 1; the minimum if planning may choose more
 * @param scaling capacity of a replica and the maximum number of replicas, if known
 * @param optional priority from 1 to 100 if planning may omit the component (lower priorities are omitted first); empty if it must run
 * @param forms supported forms, preferred form first; at least one. Several of one kind, with different images, are alternatives, of which
 *     planning chooses one for each copy; a stateful component has none
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

    /** Highest priority of an optional component. */
    public static final int MOST_PRIORITY = 100;

    /** Components stored before omission existed must run. */
    public Component {
        optional = optional == null ? Optional.empty() : optional;
        if (optional.filter(priority -> priority < 1 || priority > MOST_PRIORITY).isPresent()) {
            throw new IllegalArgumentException("component " + id + " has priority " + optional.get() + ", not 1 to " + MOST_PRIORITY);
        }
        if (replicas < 1) {
            throw new IllegalArgumentException("component " + id + " needs at least 1 replica: " + replicas);
        }
        if (scaling.isPresent() && scaling.get().most() < replicas) {
            throw new IllegalArgumentException("component " + id + " has at least " + replicas + " and at most " + scaling.get().most()
                    + " replicas");
        }
        forms = List.copyOf(forms);
        if (forms.isEmpty() || forms.stream().map(form -> form.kind() + " " + form.image()).distinct().count() < forms.size()) {
            throw new IllegalArgumentException("component " + id + " needs forms, at most one of a kind and image: " + forms);
        }
        if (stateful && forms.stream().map(Form::kind).distinct().count() < forms.size()) {
            throw new IllegalArgumentException("component " + id + " keeps data, so it has at most one form of a kind: " + forms);
        }
        provides = provides.stream().sorted(Comparator.comparing(Endpoint::name)).toList();
        requires = requires.stream().sorted().toList();
    }

    /** Component that must run. */
    public Component(
            String id, boolean stateful, int replicas, Optional<Scaling> scaling, List<Form> forms, List<Endpoint> provides,
            List<EndpointReference> requires) {
        this(id, stateful, replicas, scaling, Optional.empty(), forms, provides, requires);
    }

    /** Component with a fixed number of replicas. */
    public Component(
            String id, boolean stateful, int replicas, List<Form> forms, List<Endpoint> provides, List<EndpointReference> requires) {
        this(id, stateful, replicas, Optional.empty(), forms, provides, requires);
    }

    /** Returns a copy with this number of replicas. */
    public Component withReplicas(int count) {
        return new Component(id, stateful, count, scaling, optional, forms, provides, requires);
    }

    public Component withForms(List<Form> changed) {
        return new Component(id, stateful, replicas, scaling, optional, changed, provides, requires);
    }

    /** Returns a copy that requires only these endpoints. */
    public Component withRequires(List<EndpointReference> changed) {
        return new Component(id, stateful, replicas, scaling, optional, forms, provides, changed);
    }

    /** Component with a single instance. */
    public Component(
            String id, boolean stateful, List<Form> forms, List<Endpoint> provides, List<EndpointReference> requires) {
        this(id, stateful, 1, forms, provides, requires);
    }

    /** Whether planning added this component as a router of user requests. */
    public boolean router() {
        return Routers.is(this);
    }

    /**
     * Choices for one copy: each has one form of every kind of the component. The kinds are in the same order in all of them. A single
     * choice if no kind has several forms.
     */
    public List<List<Form>> alternatives() {
        List<List<Form>> all = List.of(List.of());
        for (FormKind kind : forms.stream().map(Form::kind).distinct().toList()) {
            List<Form> of = forms.stream().filter(form -> form.kind() == kind).toList();
            all = all.stream().flatMap(begun -> of.stream().map(form ->
                    Stream.concat(begun.stream(), Stream.of(form)).toList())).toList();
        }
        return all;
    }

    /**
     * Form used on a host of this type: the first form whose architecture and GPUs the type has, otherwise the first form that the host
     * can run, so that what is missing can be reported. Empty if the host can run none of the forms.
     */
    public Optional<Form> formFor(Host host, HostType type) {
        return forms.stream().filter(form -> form.runsOn(host))
                .min(Comparator.comparing((Form form) -> !form.architectures().contains(type.architecture()))
                        .thenComparing(form -> !form.gpuOf(type)));
    }

    /** As {@link #formFor(Host, HostType)}, for any host that runs these kinds, whatever its GPUs. */
    public Optional<Form> formFor(Set<FormKind> kinds, Architecture architecture) {
        return forms.stream().filter(form -> kinds.contains(form.kind()))
                .min(Comparator.comparing(form -> !form.architectures().contains(architecture)));
    }
}
