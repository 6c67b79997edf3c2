package org.caravan.problem.supposition;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.problem.PlacementProblem;

/**
 * Assumptions of one what-if question. Each text is a keyword with its argument:
 * <pre>
 * pin catalogue,catalogue-db=ohio    only at these sites; * for all components; edge, private, public, cloud for kinds of sites
 * without simula.Telenor             without an uplink, an access point (simula.Telenor/ipv4), a site or a host
 * rtt edge&lt;-&gt;cloud=280ms            round-trip time between sites, kinds, uplinks or points; also =x2 and =+20ms; -&gt; one way
 * users x10, users bergen=x10        multiple of the requests
 * price cloud-large=18EUR            monthly price of a host type or offer; also =x0.5
 * price ohio.Amazon=0.05EUR/GiB      egress price of an uplink; also =x0.5
 * waive accounts-db                  ignore the location requirements of a component (* for all)
 * </pre>
 */
public final class Assumptions {

    public static final Assumptions NONE = new Assumptions(List.of(), List.of());

    private final List<String> texts;
    private final List<Assumption> suppositions;

    private Assumptions(List<String> texts, List<Assumption> suppositions) {
        this.texts = texts;
        this.suppositions = suppositions;
    }

    /** @throws RejectedInput with all texts that cannot be parsed */
    public static Assumptions parse(List<String> texts) {
        List<Assumption> read = new ArrayList<>();
        List<Diagnostic> wrong = new ArrayList<>();
        for (String text : texts) {
            try {
                read.add(AssumptionText.read(text.strip()));
            } catch (RejectedInput rejected) {
                wrong.addAll(rejected.diagnostics());
            }
        }
        if (!wrong.isEmpty()) {
            throw new RejectedInput(wrong);
        }
        return new Assumptions(List.copyOf(texts), List.copyOf(read));
    }

    /** Texts as given. */
    public List<String> texts() {
        return texts;
    }

    public boolean isEmpty() {
        return texts.isEmpty();
    }

    public Assumptions and(Assumptions more) {
        return new Assumptions(Stream.concat(texts.stream(), more.texts.stream()).toList(),
                Stream.concat(suppositions.stream(), more.suppositions.stream()).toList());
    }

    /** @throws RejectedInput with all assumptions that do not fit the problem */
    public PlacementProblem appliedTo(PlacementProblem problem) {
        List<Diagnostic> wrong = new ArrayList<>();
        PlacementProblem supposed = applied(problem, wrong, true);
        supposed = applied(supposed, wrong, false);
        if (!wrong.isEmpty()) {
            throw new RejectedInput(wrong);
        }
        return supposed;
    }

    /** Applies waivers first, regardless of their position: a waived requirement cannot be violated. */
    private PlacementProblem applied(PlacementProblem problem, List<Diagnostic> wrong, boolean waivers) {
        PlacementProblem supposed = problem;
        for (Assumption supposition : suppositions) {
            if (supposition instanceof IgnoredLocations == waivers) {
                try {
                    supposed = supposition.appliedTo(supposed);
                } catch (RejectedInput rejected) {
                    wrong.addAll(rejected.diagnostics());
                }
            }
        }
        return supposed;
    }
}
