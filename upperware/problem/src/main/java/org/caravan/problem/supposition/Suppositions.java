package org.caravan.problem.supposition;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.problem.PlacementProblem;

/**
 * Everything that one question takes for so. Texts are a word and what it is about:
 * <pre>
 * pin catalogue,catalogue-db=ohio    only at these sites; * for all components; edge, private, public, cloud for kinds of sites
 * without simula.Telenor             an access link, an access point (simula.Telenor/ipv4), a site or a host is not there
 * rtt edge&lt;-&gt;cloud=280ms            round-trip time between sites, kinds, access links or points; =x2 and =+20ms, too; -&gt; one way
 * users x10, users bergen=x10        so many times the requests
 * price cloud-large=18EUR            of a host type or offer per month; =x0.5, too
 * price ohio.Amazon=0.05EUR/GiB      of what leaves a site by an access link; =x0.5, too
 * waive accounts-db                  location requirements of a component (* for all) do not hold
 * </pre>
 */
public final class Suppositions {

    public static final Suppositions NONE = new Suppositions(List.of(), List.of());

    private final List<String> texts;
    private final List<Supposition> suppositions;

    private Suppositions(List<String> texts, List<Supposition> suppositions) {
        this.texts = texts;
        this.suppositions = suppositions;
    }

    /** @throws RejectedInput with everything that cannot be read */
    public static Suppositions parse(List<String> texts) {
        List<Supposition> read = new ArrayList<>();
        List<Diagnostic> wrong = new ArrayList<>();
        for (String text : texts) {
            try {
                read.add(SuppositionText.read(text.strip()));
            } catch (RejectedInput rejected) {
                wrong.addAll(rejected.diagnostics());
            }
        }
        if (!wrong.isEmpty()) {
            throw new RejectedInput(wrong);
        }
        return new Suppositions(List.copyOf(texts), List.copyOf(read));
    }

    /** As they were written. */
    public List<String> texts() {
        return texts;
    }

    public boolean isEmpty() {
        return texts.isEmpty();
    }

    public Suppositions and(Suppositions more) {
        return new Suppositions(Stream.concat(texts.stream(), more.texts.stream()).toList(),
                Stream.concat(suppositions.stream(), more.suppositions.stream()).toList());
    }

    /** @throws RejectedInput with everything that does not fit the problem */
    public PlacementProblem appliedTo(PlacementProblem problem) {
        List<Diagnostic> wrong = new ArrayList<>();
        PlacementProblem supposed = applied(problem, wrong, true);
        supposed = applied(supposed, wrong, false);
        if (!wrong.isEmpty()) {
            throw new RejectedInput(wrong);
        }
        return supposed;
    }

    /** Waivers first, wherever they stand: what is waived cannot be broken. */
    private PlacementProblem applied(PlacementProblem problem, List<Diagnostic> wrong, boolean waivers) {
        PlacementProblem supposed = problem;
        for (Supposition supposition : suppositions) {
            if (supposition instanceof Waiver == waivers) {
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
