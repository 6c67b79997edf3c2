package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Utility;
import org.caravan.adaptation.Variable;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Request;
import org.caravan.formula.Formula;
import org.caravan.formula.Function;
import org.caravan.formula.Measure;
import org.caravan.formula.Operator;
import org.caravan.problem.PlacementProblem;

/** Formulas that plans are to make large. */
public final class GeneratedUtilities {

    private GeneratedUtilities() {}

    /**
     * At random: contentment that falls with the latency of a request and what is spent, and cores of a copy; the same for the same
     * problem.
     */
    static PlacementProblem added(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 13L);
        List<Request> requests = problem.application().requests();
        String requestId = requests.get(random.nextInt(requests.size())).id();
        String componentId = problem.application().components().get(0).id();
        Formula contentment = contentment(20 + random.nextInt(80));
        Formula thrift = per(number(1 + random.nextInt(500)), plus(number(1), per(new Formula.Reference("spend"), euros(10))));
        Formula cores = new Formula.Operation(Operator.TIMES, number(random.nextInt(9)), new Formula.Reference("cores"));
        List<Utility> utilities = new ArrayList<>(List.of(new Utility(contentment, 1 + random.nextInt(90)), new Utility(thrift, 0.5),
                new Utility(cores, 1)));
        return with(problem, requestId, componentId, utilities.subList(0, 1 + random.nextInt(3)));
    }

    /** Formulas may name {@code delay} of the request, {@code spend}, and {@code cores} of the component. */
    static PlacementProblem with(PlacementProblem problem, String requestId, String componentId, List<Utility> utilities) {
        Metric delay = new Metric("delay", Optional.of("latency"), false, Optional.of(requestId), Optional.empty(), Measure.DURATION,
                Optional.empty(),
                Optional.empty(), Optional.empty());
        Metric load = new Metric("load", Optional.of("cpu"), false, Optional.of(componentId), Optional.empty(), Measure.NUMBER,
                Optional.empty(),
                Optional.empty(), Optional.empty());
        Adaptation adaptation = new Adaptation(List.of(delay, load),
                List.of(new Variable("spend", Variable.Property.COST, Optional.empty()),
                new Variable("cores", Variable.Property.CPU, Optional.of(componentId))), List.of(), List.of(), utilities);
        ApplicationModel model = problem.application();
        return problem.withApplication(new ApplicationModel(model.name(), model.version(), model.components(), model.locations(),
                model.separations(),
                model.users(), model.requests(), model.slos(), model.goals(), model.onFailure(),
                        model.supplement().withAdaptation(adaptation)));
    }

    /** One at no latency, a half at so many milliseconds: 1 / (1 + exp((delay - N ms) / 10 ms)). */
    static Formula contentment(double millis) {
        Formula late = per(new Formula.Operation(Operator.MINUS, new Formula.Reference("delay"), millis(millis)), millis(10));
        return per(number(1), plus(number(1), new Formula.Call(Function.EXP, List.of(late))));
    }

    static Formula number(double value) {
        return new Formula.Amount(String.valueOf(value), value, Measure.NUMBER);
    }

    static Formula millis(double value) {
        return new Formula.Amount(value + " ms", value / 1_000, Measure.DURATION);
    }

    public static Formula euros(double perMonth) {
        return new Formula.Amount(perMonth + " EUR/month", perMonth * 100 / (730 * 3_600), Measure.COST);
    }

    static Formula per(Formula above, Formula below) {
        return new Formula.Operation(Operator.PER, above, below);
    }

    static Formula plus(Formula one, Formula other) {
        return new Formula.Operation(Operator.PLUS, one, other);
    }
}
