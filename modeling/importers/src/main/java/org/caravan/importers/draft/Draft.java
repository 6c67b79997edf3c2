package org.caravan.importers.draft;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.LocationRequirement;
import org.caravan.application.OnFailure;
import org.caravan.application.SecretUse;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.organisation.Organisation;
import org.caravan.text.TextRule;
import org.caravan.writer.ModelText;
import org.caravan.writer.Remarks;

/** Application under construction: components by their names in the input, links between them, secrets, findings. */
public final class Draft {

    private final String application;
    private final String version;
    private final Findings findings;
    private final DraftNames names = new DraftNames("users");
    private final Secrets secrets = new Secrets();
    private final ImageNames imageNames = new ImageNames();
    private final List<DraftComponent> components = new ArrayList<>();
    private final Map<String, DraftComponent> byOriginalName = new LinkedHashMap<>();
    private final Map<DraftComponent, Map<Integer, Integer>> forwarded = new LinkedHashMap<>();
    private final Links links;
    private final DraftExtras supplement = new DraftExtras();
    private Optional<Organisation> organisation = Optional.empty();

    public Draft(String application, String version, Findings findings) {
        this.application = DraftNames.valid(application, "application");
        this.version = TextRule.LINE.cleaned(version);
        this.findings = findings;
        this.links = new Links(findings);
    }

    public Findings findings() {
        return findings;
    }

    public DraftExtras supplement() {
        return supplement;
    }

    /** Reports a limit below the reservation; only the reservation is converted. */
    public void checkLimits(DraftComponent component, Location at) {
        if (component.size().limitBelowReservation()) {
            findings.doubt("limit-below-reservation", at, "A limit of " + component.id()
                    + " is below the reservation; the reservation is imported, the limit is not.",
                    "raise the limit or lower the reservation.", component);
        }
    }

    /** Sets the owner, whose declaration precedes the application in the text. */
    public void organisation(Organisation owner) {
        organisation = Optional.of(owner);
        supplement.owner(owner.name());
    }

    /** Adds a component; reports if its name must change. */
    public DraftComponent component(String originalName, Location at) {
        DraftComponent component = new DraftComponent(names.give(originalName, "component"), at);
        if (!component.id().equals(originalName)) {
            findings.doubt("renamed", at, "\"" + originalName + "\" is named " + component.id() + " here.",
                    "look where its old name is used as a host name.", component);
        }
        components.add(component);
        alias(originalName, component);
        return component;
    }

    /**
     * Sets the image of a component.
     *
     * @param reference image reference in the input, with registry and tag
     * @return name of the image in the model, unique among the images of the application
     */
    public String image(DraftComponent component, String reference) {
        String name = imageNames.of(reference);
        component.image(reference, name);
        return name;
    }

    /** Component with this name in the input. */
    public Optional<DraftComponent> find(String originalName) {
        return Optional.ofNullable(byOriginalName.get(originalName));
    }

    /** Registers another name of a component in the input. */
    public void alias(String name, DraftComponent component) {
        byOriginalName.putIfAbsent(name, component);
    }

    public Map<String, DraftComponent> byOriginalName() {
        return byOriginalName;
    }

    /** Registers that clients use one port of a component while its program listens on another. */
    public void forward(DraftComponent component, int clientsPort, int programsPort) {
        forwarded.computeIfAbsent(component, unknown -> new LinkedHashMap<>()).put(clientsPort, programsPort);
    }

    OptionalInt targetPort(DraftComponent component, OptionalInt port) {
        Map<Integer, Integer> ports = forwarded.getOrDefault(component, Map.of());
        return port.isPresent() ? OptionalInt.of(ports.getOrDefault(port.getAsInt(), port.getAsInt())) : port;
    }

    /** Adds a link on the port, or on all endpoints of the target if the port is unknown. */
    public void link(DraftComponent from, DraftComponent to, OptionalInt port, Location at) {
        links.add(from, to, port, at);
    }

    /** Adds a variable. If it looks like a secret, it becomes a named secret, and its value is discarded. */
    public void variable(DraftComponent component, String name, String value, Location at) {
        new Variables(application, secrets, findings).add(component, name, value, at);
    }

    /** Adds a variable whose value is a secret, regardless of the variable's name: it becomes a named secret. */
    public void secretValue(DraftComponent component, String name, String value, Location at) {
        new Variables(application, secrets, findings).addSecret(component, name, value, at);
    }

    /** Whether a variable would become a secret. */
    public boolean looksSecret(String variable, String value) {
        return Secrecy.isSecret(variable, value);
    }

    /** Adds a secret that the input references by name only, as a file. */
    public SecretUse secret(DraftComponent component, String file, String origin, int owner) {
        return component.secret(file, secrets.named(application, origin), owner);
    }

    /** As {@link #secret}, for a variable that would contain its value. */
    public void secretVariable(DraftComponent component, String variable, String origin, Location at) {
        new Variables(application, secrets, findings).supply(component, variable, secrets.named(application, origin), at);
    }

    /** Sets the number of replicas of a component. */
    public void replicas(DraftComponent component, String count, Location at) {
        if (count.matches("[1-9][0-9]?")) {
            component.replicas().set(Integer.parseInt(count), at);
        } else {
            findings.notCarried(at, "replicas \"" + count + "\"", "use a number from 1 to 99.", component);
        }
    }

    /** Returns the model and its text, or only the diagnostics if there are errors. */
    public Imported finish(List<SourceFile> sources) {
        if (findings.hasErrors()) {
            return new Imported(Optional.empty(), Optional.empty(), findings.diagnostics());
        }
        links.resolve();
        components.forEach(this::sayWhatIsAssumed);
        components.forEach(component -> component.replicas().finish(findings));
        links.sayWhoIsAlone(components);
        ApplicationModel model = new ApplicationModel(application, version, components.stream().map(DraftComponent::finished).toList(),
                components.stream().filter(component -> !component.countries().isEmpty())
                        .map(component -> new LocationRequirement(component.id(), Set.of(), component.countries())).toList(),
                List.of(), List.of(), List.of(), List.of(), List.of(), OnFailure.HOLD, supplement.finished());
        return new Imported(Optional.of(model), Optional.of(organisation.map(ModelText::of).orElse("")
                + ModelText.of(model, remarks(sources))), findings.diagnostics());
    }

    private void sayWhatIsAssumed(DraftComponent component) {
        List<String> assumed = new ArrayList<>();
        if (component.size().cpu().isEmpty()) {
            assumed.add("cpu " + DraftSize.ASSUMED_CPU);
        }
        if (component.size().memory().isEmpty()) {
            assumed.add("memory " + DraftSize.ASSUMED_MEMORY);
        }
        if (component.hasScripts()) {
            assumed.add("image " + DraftComponent.ASSUMED_SYSTEM + " of its machine");
        }
        if (!assumed.isEmpty()) {
            findings.doubt("assumed", component.at(), "Assumed for " + component.id() + ", as no file says it: "
                    + String.join(", ", assumed) + ".",
                    component.hasScripts() ? "measure its requirements; use the name of your provider's image."
                            : "measure its requirements.", component);
        }
    }

    private Remarks remarks(List<SourceFile> sources) {
        String files = sources.stream().map(SourceFile::shortName).collect(Collectors.joining(", "));
        Map<String, List<String>> inComponents = new LinkedHashMap<>();
        components.forEach(component ->
                inComponents.put(component.id(), findings.about(Optional.of(component.id())).stream().map(Draft::remark).toList()));
        // Stubs come last, because users uncomment all lines that follow them together.
        List<String> after = new ArrayList<>(findings.about(Optional.empty()).stream().map(Draft::remark).toList());
        if (!after.isEmpty()) {
            after.add("");
        }
        after.addAll(TodoSection.of(components));
        return new Remarks(List.of("Imported from " + files + ". Comments list what to add and what was not imported."),
                inComponents, after);
    }

    private static String remark(Diagnostic diagnostic) {
        String place = diagnostic.location().map(at -> new SourceFile(at.file(), "").shortName() + ":" + at.line() + ": ").orElse("");
        return place + diagnostic.message() + diagnostic.suggestion().map(way -> " Maybe " + way).orElse("");
    }

    /** Unique names of the images of one application: equal references share a name, different references never do. */
    private static final class ImageNames {

        private final Map<String, String> nameByReference = new HashMap<>();
        private final Set<String> taken = new HashSet<>();

        /** @param reference image reference in the input, with registry, tag and digest */
        String of(String reference) {
            return nameByReference.computeIfAbsent(canonical(reference), unnamed -> {
                String wanted = ImageName.of(reference);
                String name = wanted;
                for (int number = 2; !taken.add(name); number++) {
                    name = wanted + "-" + number;
                }
                return name;
            });
        }

        /** Docker's own registry and the tag {@code latest} are the defaults of references without them. */
        private static String canonical(String reference) {
            String registry = reference.startsWith("docker.io/") ? reference.substring("docker.io/".length()) : reference;
            String folder = registry.startsWith("library/") ? registry.substring("library/".length()) : registry;
            return folder.endsWith(":latest") ? folder.substring(0, folder.length() - ":latest".length()) : folder;
        }
    }
}
