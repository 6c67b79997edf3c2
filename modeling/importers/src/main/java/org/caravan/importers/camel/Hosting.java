package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.Quantities;

/**
 * Reads CAMEL 1.x of the project PaaSage (until 2016): a component requires a host, a hosting names the virtual machine that provides it,
 * and that machine references the requirement set. Quantities are ranges such as {@code core: 8..32}, memory in MiB.
 */
final class Hosting {

    private static final Pattern AMOUNT =
            Pattern.compile("\\b(core|cpu|ram|storage)\\s*:\\s*([0-9]+(?:\\.[0-9]+)?)?(?:\\s*\\.\\.\\s*([0-9]+(?:\\.[0-9]+)?)?)?");
    private static final Pattern INSTANCES = Pattern.compile("\\binstances\\s*:\\s*([0-9]{1,9})(?:\\s*\\.\\.\\s*([0-9]{1,9}))?");

    private final Draft draft;
    private final List<Statement> deployments;
    private final List<Statement> requirements;

    /** @param requirements declarations of requirement models */
    Hosting(Draft draft, List<Statement> deployments, List<Statement> requirements) {
        this.draft = draft;
        this.deployments = deployments;
        this.requirements = requirements;
    }

    /** References to the requirement sets of the virtual machines that host a component. */
    Stream<Statement> sets(Statement software) {
        return deployments.stream().flatMap(model -> model.parts("hosting"))
                .filter(hosting -> end(hosting, "from").filter(path -> names(path, software)).isPresent())
                .flatMap(hosting -> {
                    hosting.carry();
                    hosting.body().forEach(Statement::carry);
                    Optional<String> to = end(hosting, "to");
                    return deployments.stream().flatMap(model -> model.parts("vm"))
                            .filter(machine -> to.filter(path -> names(path, machine)).isPresent());
                }).flatMap(machine -> {
                    machine.carry("provided host");
                    return machine.parts("requirement set", "vm requirement set").peek(Statement::carry);
                });
    }

    /** Converts cores and memory of a requirement; its other parts are listed. */
    void hardware(Statement use, DraftComponent component) {
        use.carry();
        requirements.stream().filter(part -> part.phrase().equals("quantitative hardware") && part.argument().equals(use.lastName()))
                .findFirst().ifPresent(hardware -> {
            hardware.carry();
            hardware.body().forEach(Statement::carry);
            Matcher amounts = AMOUNT.matcher(text(hardware));
            while (amounts.find()) {
                amount(amounts, hardware, component);
            }
        });
    }

    private void amount(Matcher amounts, Statement hardware, DraftComponent component) {
        String kind = amounts.group(1);
        Optional<BigDecimal> least = Optional.ofNullable(amounts.group(2)).map(BigDecimal::new);
        if (kind.equals("core")) {
            least.flatMap(Quantities::cores).ifPresent(component.size()::cpu);
        } else if (kind.equals("ram")) {
            least.flatMap(mebi -> Quantities.bytes(mebi.multiply(new BigDecimal(1L << 20)))).ifPresent(component.size()::memory);
        } else {
            draft.findings().notCarried(hardware.at(), kind + " of " + hardware.argument(),
                    kind.equals("cpu") ? "because hosts are distinguished by cores and by measured speed, not by GHz"
                    : "declare its disk: disk 20 GiB", component);
        }
        Optional.ofNullable(amounts.group(3)).filter(most -> List.of("core", "ram").contains(kind)).ifPresent(most ->
                draft.findings().notCarried(hardware.at(), "upper bound " + most + " of " + kind, "because the lower one is reserved",
                        component));
    }

    /** Converts the replica count from requirements that name the component. */
    void scale(Statement software, DraftComponent component) {
        requirements.stream().filter(part -> part.phrase().equals("horizontal scale requirement") && part.hasBody())
                .filter(part -> part.body().stream().flatMap(inner -> inner.after("component").stream())
                        .anyMatch(name -> Statement.lastSegment(name.text()).equals(software.argument())))
                .forEach(scale -> {
                    scale.carry();
                    scale.body().forEach(Statement::carry);
                    Matcher bounds = INSTANCES.matcher(text(scale));
                    if (bounds.find()) {
                        draft.replicas(component, bounds.group(1), scale.at());
                        Optional.ofNullable(bounds.group(2)).filter(most -> !most.equals(bounds.group(1)))
                                .ifPresent(most -> component.replicas().upTo(most, scale.at()));
                    }
                });
    }

    /** Marks parts of communications with converted meaning: ports, and remote, which all communications are here. */
    static void communications(Map<Statement, DraftComponent> components, List<Statement> deployments) {
        Stream.concat(components.keySet().stream().flatMap(software -> software.parts("provided communication", "required communication")),
                deployments.stream().flatMap(model -> model.parts("communication"))).flatMap(one -> one.body().stream())
                .filter(part -> part.phrase().isEmpty() && !part.tokens().get(0).is("[")).forEach(Statement::carry);
    }

    private static Optional<String> end(Statement hosting, String word) {
        return Stream.concat(Stream.of(hosting), hosting.body().stream()).flatMap(part -> part.after(word).stream()).map(Token::text)
                .findFirst();
    }

    /** Accepts {@code Component.Port} with any model prefix. */
    private static boolean names(String path, Statement part) {
        return List.of(path.split("\\.")).contains(part.argument());
    }

    private static String text(Statement statement) {
        return statement.body().stream().flatMap(part -> Stream.concat(Stream.of(part.phrase()), part.tokens().stream().map(Token::text)))
                .collect(Collectors.joining(" "));
    }
}
