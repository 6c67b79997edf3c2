package org.caravan.importers.draft;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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

/** Component under construction. */
public final class DraftComponent {

    /** Image of the virtual machine on which scripts install the component. */
    static final String ASSUMED_SYSTEM = "debian-12";

    private final String id;
    private final Location at;
    private final DraftNames endpointNames = new DraftNames();
    private final DraftNames secretFiles = new DraftNames();
    private final Map<Integer, Endpoint> endpoints = new TreeMap<>();
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<String, SecretUse> secrets = new TreeMap<>();
    private final Set<EndpointReference> requires = new TreeSet<>();
    private final Set<Architecture> architectures = EnumSet.noneOf(Architecture.class);
    private final Set<String> countries = new TreeSet<>();
    private String imageReference = "";
    private String imageName = "";
    private Optional<Scripts> scripts = Optional.empty();
    private boolean stateful;
    private final DraftSize size = new DraftSize();
    private final DraftReplicas replicas = new DraftReplicas(this);
    private boolean entry;

    DraftComponent(String id, Location at) {
        this.id = id;
        this.at = at;
    }

    public String id() {
        return id;
    }

    /** Location of its declaration in the input. */
    public Location at() {
        return at;
    }

    /**
     * @param reference image reference in the input, with registry and tag
     * @param name name in the model
     */
    void image(String reference, String name) {
        imageReference = reference;
        imageName = name;
    }

    /** Sets scripts that install it on a virtual machine; with an image, it can also run as a container. */
    public void scripts(Scripts wanted) {
        scripts = Optional.of(wanted);
    }

    public boolean hasScripts() {
        return scripts.isPresent();
    }

    public String imageReference() {
        return imageReference;
    }

    /** Resources of each copy. */
    public DraftSize size() {
        return size;
    }

    /** Marks it as keeping data on its host. */
    public void stateful() {
        stateful = true;
    }

    /** Number of instances that run side by side. */
    public DraftReplicas replicas() {
        return replicas;
    }

    boolean isStateful() {
        return stateful;
    }

    /** Marks it as reached directly by users. */
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

    /** Adds an endpoint unless the port already has one. */
    public Endpoint provides(int port, String wantedName) {
        return endpoints.computeIfAbsent(port, free -> new Endpoint(endpointNames.give(wantedName, "port-" + port), port,
                new Readiness.TcpAccepts()));
    }

    /** Sets the readiness condition of the endpoint on a port; adds the endpoint if it is missing. */
    public void ready(int port, Readiness readiness) {
        endpoints.put(port, new Endpoint(provides(port, KnownPrograms.endpointName(port)).name(), port, readiness));
    }

    /** Endpoints by port. */
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

    /** Adds a secret as a file under {@code /run/secrets}. */
    SecretUse secret(String wantedFile, String secretName, int owner) {
        String file = secretFiles.give(wantedFile, "secret");
        SecretUse use = new SecretUse(file, secretName, owner);
        secrets.put(file, use);
        return use;
    }

    Component finished() {
        Set<Architecture> known = architectures.isEmpty() ? EnumSet.allOf(Architecture.class) : architectures;
        List<Form> forms = new ArrayList<>();
        if (!imageReference.isEmpty() || scripts.isEmpty()) {
            forms.add(form(FormKind.CONTAINER, imageName, known, Optional.empty()).withCeiling(size.ceiling()));
        }
        scripts.ifPresent(run -> forms.add(form(FormKind.VM, ASSUMED_SYSTEM, known, scripts)));
        return new Component(id, stateful, replicas.count(), replicas.scaling(), forms, List.copyOf(endpoints.values()),
                List.copyOf(requires));
    }

    private Form form(FormKind kind, String image, Set<Architecture> known, Optional<Scripts> run) {
        return new Form(kind, image, size.cpu().orElse(DraftSize.ASSUMED_CPU), size.memory().orElse(DraftSize.ASSUMED_MEMORY), known,
                environment, List.copyOf(secrets.values()),
                size.disk(), Optional.empty(), run, Optional.empty(), size.gpu());
    }
}
