package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.caravan.adaptation.Forecast;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Millis;

/** Forms and machines that take their time to start, and forecasts that tell beforehand. */
final class GeneratedStartups {

    private GeneratedStartups() {}

    /** At random, some of them unstated; the same for the same problem. */
    static PlacementProblem added(PlacementProblem problem) {
        Random random = new Random(problem.digest().hashCode() * 17L);
        List<Forecast> forecasts = problem.application().requests().stream().filter(request -> random.nextInt(3) > 0)
                .map(request -> new Forecast(request.id(), Forecast.Method.SARIMA, 3_600, 1 + random.nextInt(60))).toList();
        List<Component> components = problem.application().components().stream()
                .map(part -> part.withForms(part.forms().stream().map(form -> form(form, random)).toList())).toList();
        Infrastructure before = problem.infrastructure();
        List<HostType> types = before.hostTypes().stream().map(type -> random.nextInt(4) == 0 ? type
                : type.withStartup(new Millis(1_000 * random.nextInt(90)))).toList();
        return with(problem.withInfrastructure(new Infrastructure(before.name(), types, before.sites())), components, forecasts, 1
                + random.nextInt(9));
    }

    private static Form form(Form form, Random random) {
        return random.nextInt(4) == 0 ? form : form.withStartup(new Millis(100 * random.nextInt(200)));
    }

    /** The same with a goal on startup beside its own. */
    static PlacementProblem with(PlacementProblem problem, List<Component> components, List<Forecast> forecasts, double weight) {
        ApplicationModel model = problem.application();
        List<Goal> goals = new ArrayList<>(model.goals());
        goals.add(new Goal.MinimiseStartup(weight));
        return problem.withApplication(new ApplicationModel(model.name(), model.version(), components, model.locations(),
                model.separations(),
                model.users(), model.requests(), model.slos(), goals, model.onFailure(),
                model.supplement().withAdaptation(model.supplement().adaptation().withForecasts(forecasts))));
    }

    static List<Component> starting(List<Component> components, Optional<Millis> startup) {
        return components.stream().map(part -> part.withForms(part.forms().stream().map(form -> startup.map(form::withStartup).orElse(form))
                .toList())).toList();
    }
}
