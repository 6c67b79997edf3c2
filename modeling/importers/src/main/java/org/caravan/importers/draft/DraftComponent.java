package org.caravan.importers.draft;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.application.Ceiling;
import org.caravan.application.Component;
import org.caravan.application.Endpoint;
import org.caravan.application.EndpointReference;
import org.caravan.application.Form;
import org.caravan.application.Readiness;
import org.caravan.application.Scripts;
import org.caravan.application.SecretUse;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** A component under construction. */
public final class DraftComponent {

    static final MilliCores ASSUMED_CPU = MilliCores.ofCores(0.5);
    static final Bytes ASSUMED_MEMORY = Bytes.ofMebi(512);
    /** Of a machine that scripts make the component of. */
    static final String ASSUMED_SYSTEM = "debian-12";

    private final String id;
    private final Location at;
    private final Names endpointNames = new Names();
    private final Names secretFiles = new Names();
    private final Map<Integer, Endpoint> endpoints = new TreeMap<>();
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<String, SecretUse> secrets = new TreeMap<>();
    private final Set<EndpointReference> requires = new TreeSet<>();
    private final Set<Architecture> architectures = EnumSet.noneOf(Architecture.class);
    private final Set<String> countries = new TreeSet<>();
    private String imageReference = "";
    private Optional<MilliCores> cpu = Optional.empty();
    private Optional<Bytes> memory = Optional.empty();
    private Optional<MilliCores> mostCpu = Optional.empty();
    private Optional<Bytes> mostMemory = Optional.empty();
    private Optional<Scripts> scripts = Optional.empty();
    private boolean stateful;
    private final DraftReplicas replicas = new DraftReplicas(this);
    private boolean entry;

    DraftComponent(String id, Location at) {
        this.id = id;
        this.at = at;
    }

    public String id() {
        return id;
    }

    /** Where the input declares it. */
    public Location at() {
        return at;
    }

    /** As the input names it, with registry and tag. */
    public void image(String reference) {
        imageReference = reference;
    }

    /** It can be made on a machine of its own; with an image, as a container, too. */
    public void scripts(Scripts wanted) {
        scripts = Optional.of(wanted);
    }

    public boolean hasScripts() {
        return scripts.isPresent();
    }

    public String imageReference() {
        return imageReference;
    }

    /** Reserved for each copy. */
    public void cpu(MilliCores share) {
        cpu = Optional.of(share);
    }

    /** What a copy may take at most; reserved, too, where nothing else says what is. */
    public void mostCpu(MilliCores limit) {
        mostCpu = Optional.of(limit);
    }

    public Optional<MilliCores> cpu() {
        return cpu.or(() -> mostCpu);
    }

    /** Reserved for each copy. */
    public void memory(Bytes reserved) {
        memory = Optional.of(reserved);
    }

    /** As {@link #mostCpu}. */
    public void mostMemory(Bytes limit) {
        mostMemory = Optional.of(limit);
    }

    public Optional<Bytes> memory() {
        return memory.or(() -> mostMemory);
    }

    /** It keeps data on its host. */
    public void stateful() {
        stateful = true;
    }

    /** How many of it run side by side. */
    public DraftReplicas replicas() {
        return replicas;
    }

    boolean isStateful() {
        return stateful;
    }

    /** Users reach it directly. */
    public void entry() {
        entry = true;
    }

    boolean isEntry() {
        return entry;
    }

    public void architecture(Architecture architecture) {
        architectures.add(architecture);
    }

    public void country(String code) {
        countries.add(code);
    }

    Set<String> countries() {
        return countries;
    }

    /** Adds an endpoint unless there is one on the port. */
    public Endpoint provides(int port, String wantedName) {
        return endpoints.computeIfAbsent(port, free -> new Endpoint(endpointNames.give(wantedName, "port-" + port), port, new Readiness.TcpAccepts()));
    }

    /** Changes when the endpoint on a port counts as ready; adds it where it is not there. */
    public void ready(int port, Readiness readiness) {
        endpoints.put(port, new Endpoint(provides(port, WellKnown.endpointName(port)).name(), port, readiness));
    }

    /** By port. */
    public Map<Integer, Endpoint> endpoints() {
        return endpoints;
    }

    void requires(DraftComponent other, Endpoint endpoint) {
        requires.add(new EndpointReference(other.id, endpoint.name()));
    }

    Set<EndpointReference> requires() {
        return requires;
    }

    void variable(String name, String value) {
        environment.put(name, value);
    }

    /** The file under {@code /run/secrets}. */
    SecretUse secret(String wantedFile, String secretName, int owner) {
        String file = secretFiles.give(wantedFile, "secret");
        SecretUse use = new SecretUse(file, secretName, owner);
        secrets.put(file, use);
        return use;
    }

    /** Only where it says more than what is reserved; a limit below a reservation is a slip of the input, and the reservation holds. */
    private Ceiling ceiling() {
        return new Ceiling(mostCpu.filter(most -> cpu().filter(reserved -> most.compareTo(reserved) > 0).isPresent()),
                mostMemory.filter(most -> memory().filter(reserved -> most.compareTo(reserved) > 0).isPresent()));
    }

    Component finished() {
        Set<Architecture> known = architectures.isEmpty() ? EnumSet.allOf(Architecture.class) : architectures;
        List<Form> forms = new ArrayList<>();
        if (!imageReference.isEmpty() || scripts.isEmpty()) {
            forms.add(form(FormKind.CONTAINER, ImageName.of(imageReference), known, Optional.empty()).withCeiling(ceiling()));
        }
        scripts.ifPresent(run -> forms.add(form(FormKind.VM, ASSUMED_SYSTEM, known, scripts)));
        return new Component(id, stateful, replicas.count(), replicas.scaling(), forms, List.copyOf(endpoints.values()), List.copyOf(requires));
    }

    private Form form(FormKind kind, String image, Set<Architecture> known, Optional<Scripts> run) {
        return new Form(kind, image, cpu().orElse(ASSUMED_CPU), memory().orElse(ASSUMED_MEMORY), known, environment, List.copyOf(secrets.values()),
                Optional.empty(), Optional.empty(), run, Optional.empty());
    }
}
