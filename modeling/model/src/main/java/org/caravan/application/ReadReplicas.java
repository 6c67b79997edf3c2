package org.caravan.application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Adds read replicas to an application as components. Planning chooses their number and assigns read-only calls of each caller to one of
 * them. After that, a replica is placed, created, routed, observed and removed like any other instance.
 */
public final class ReadReplicas {

    /** Environment variable of a replica: the name under which it reaches the component whose data it copies. */
    public static final String PRIMARY = "CARAVAN_REPLICA_OF";

    private static final String BEHIND = "-replica-";
    /** Beginning of the variable of a reader; the id of the component whose data it reads follows. */
    static final String READS = "CARAVAN_READS_";

    private ReadReplicas() {}

    /**
     * Id of a replica.
     *
     * @param number from 1
     */
    public static String id(String primaryId, int number) {
        return primaryId + BEHIND + number;
    }

    /** Whether a component of this name could be confused with a read replica of one of these components. */
    public static boolean nameOfReplica(String componentId, Set<String> primaryIds) {
        return primaryIds.stream().anyMatch(id -> componentId.matches(Pattern.quote(id + BEHIND) + "[0-9]+"));
    }

    /** Id of the component whose data this replica copies; empty if the component is not a read replica. */
    public static Optional<String> primary(Component component) {
        return Optional.ofNullable(component.forms().get(0).environment().get(PRIMARY));
    }

    /** Ids of components whose number of read replicas is not yet chosen, in order of id. */
    public static List<String> open(ApplicationModel model) {
        return model.supplement().readable().stream().filter(model::has).toList();
    }

    /** Ids of all possible replicas, in order. */
    public static List<String> names(ApplicationModel model) {
        return open(model).stream().flatMap(primaryId -> IntStream.rangeClosed(1, most(model, primaryId))
                .mapToObj(number -> id(primaryId, number))).toList();
    }

    /** Possible choices for each component of {@link #open}, fewer replicas first. */
    public static Map<String, List<ReadChoice>> choices(ApplicationModel model) {
        Map<String, List<ReadChoice>> choices = new TreeMap<>();
        open(model).forEach(primaryId -> choices.put(primaryId,
                ReadChoice.all(primaryId, Math.min(least(model, primaryId), most(model, primaryId)), most(model, primaryId),
                        readers(model, primaryId))));
        return choices;
    }

    /**
     * Minimum number of replicas: the data set with the highest required number of copies decides. The component itself holds the first
     * copy.
     */
    private static int least(ApplicationModel model, String primaryId) {
        return stored(model, primaryId).mapToInt(data -> data.replicas() - 1).max().orElse(0);
    }

    /**
     * Maximum number of replicas: the data set with the lowest allowed number of copies decides, because a replica holds all data of the
     * component.
     */
    private static int most(ApplicationModel model, String primaryId) {
        return stored(model, primaryId).mapToInt(data -> data.mostReplicas() - 1).min().orElse(0);
    }

    private static Stream<DataSet> stored(ApplicationModel model, String primaryId) {
        return model.supplement().data().stream().filter(data -> data.storedBy().contains(primaryId));
    }

    /** Components with read-only calls to this component in some request, in order of id. */
    private static List<String> readers(ApplicationModel model, String primaryId) {
        return model.requests().stream().flatMap(request -> request.hops().stream())
                .filter(hop -> hop.reads() && hop.to().equals(primaryId) && !hop.fromUsers()).map(Hop::from).distinct().sorted().toList();
    }

    /** Replication traffic in bytes per second from the primary component to a read replica; 0 between all other pairs of components. */
    public static double copiedPerSecond(ApplicationModel model, String fromId, String toId) {
        return primary(model.component(fromId)).filter(toId::equals).map(primaryId -> writtenPerSecond(model, primaryId)).orElse(0.0);
    }

    /**
     * Write payload in bytes per second that requests send to the component. Each replica receives the same amount to stay synchronised.
     */
    public static double writtenPerSecond(ApplicationModel model, String primaryId) {
        double sum = 0;
        for (Users users : model.users()) {
            for (Request request : model.requests()) {
                double[] calls = new CallGraph(request.hops()).calls();
                double bytes = 0;
                for (int index = 0; index < calls.length; index++) {
                    Hop hop = request.hops().get(index);
                    bytes += hop.to().equals(primaryId) && !hop.reads() ? calls[index] * hop.bytes().value() : 0;
                }
                sum += users.rate().value() * users.mix().getOrDefault(request.id(), 0.0) * bytes;
            }
        }
        return sum;
    }

    /** Application with the chosen replicas, one choice for each component of {@link #open}; no choice is left open. */
    public static ApplicationModel chosen(ApplicationModel model, List<ReadChoice> choices) {
        ApplicationModel changed = model;
        for (ReadChoice choice : choices) {
            changed = chosen(changed, choice);
        }
        return choices.isEmpty() ? model : changed.withExtras(changed.supplement().withReadable(Set.of()));
    }

    private static ApplicationModel chosen(ApplicationModel model, ReadChoice choice) {
        Component primary = model.component(choice.primaryId());
        List<Component> components = new ArrayList<>();
        model.components().forEach(component -> components.add(choice.sources().containsKey(component.id()) ? reader(component, choice)
                : component));
        Set<String> ids = new HashSet<>();
        for (int number = 1; number <= choice.replicas(); number++) {
            components.add(replica(primary, id(primary.id(), number)));
            ids.add(id(primary.id(), number));
        }
        List<Request> requests = model.requests().stream().map(request -> request.withHops(request.hops().stream()
                .map(hop -> hop.reads() && hop.to().equals(primary.id()) ? hop.to(choice.answering(hop.from())) : hop).toList())).toList();
        return new ApplicationModel(model.name(), model.version(), components, locations(model, primary.id(), ids), model.separations(),
                model.users(), requests,
                model.slos(), model.goals(), model.onFailure(), supplement(model.supplement(), primary.id(), ids));
    }

    /**
     * Location requirements of the component itself do not apply to its replicas; location requirements of its data apply to all of them.
     */
    private static List<LocationRequirement> locations(ApplicationModel model, String primaryId, Set<String> ids) {
        Stream<LocationRequirement> residences = stored(model, primaryId).filter(data -> !data.siteIds().isEmpty()
                || !data.countries().isEmpty())
                .flatMap(data -> ids.stream().map(id -> new LocationRequirement(id, data.siteIds(), data.countries())));
        return Stream.concat(model.locations().stream(), residences).distinct().toList();
    }

    private static ApplicationExtras supplement(ApplicationExtras said, String primaryId, Set<String> ids) {
        return said.withData(said.data().stream().map(data -> data.storedBy().contains(primaryId)
                ? data.storedBy(joined(data.storedBy(), ids)) : data).toList())
                .withControls(said.controls().stream()
                        .map(control -> control.componentIds().contains(primaryId) ? control.of(joined(control.componentIds(), ids))
                        : control).toList());
    }

    private static Set<String> joined(Set<String> some, Set<String> more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(more);
        return all;
    }

    /** A replica restores its data from the primary component, so it is not stateful and may be moved by starting it elsewhere. */
    private static Component replica(Component primary, String id) {
        List<Form> forms = primary.forms().stream().map(form -> with(form, PRIMARY, primary.id())).toList();
        List<EndpointReference> source = primary.provides().stream().map(endpoint -> new EndpointReference(primary.id(), endpoint.name()))
                .toList();
        return new Component(id, false, 1, primary.scaling(), primary.optional(), forms, primary.provides(), source);
    }

    /**
     * The reader still requires the primary component. An environment variable gives it the name of the component that answers its reads.
     */
    private static Component reader(Component component, ReadChoice choice) {
        String answering = choice.answering(component.id());
        List<EndpointReference> requires = new ArrayList<>(component.requires());
        component.requires().stream().filter(required -> required.componentId().equals(choice.primaryId())
                && !answering.equals(choice.primaryId()))
                .forEach(required -> requires.add(new EndpointReference(answering, required.endpointName())));
        String variable = variable(choice.primaryId());
        return component.withRequires(requires).withForms(component.forms().stream().map(form -> with(form, variable, answering)).toList());
    }

    /** Environment variable in which readers of a component find the name of the component that answers their reads. */
    public static String variable(String primaryId) {
        return READS + primaryId.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static Form with(Form form, String variable, String value) {
        Map<String, String> environment = new HashMap<>(form.environment());
        environment.put(variable, value);
        return form.withEnvironment(environment);
    }
}
