package org.caravan.problem.supposition;

import java.util.List;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.LocationRequirement;
import org.caravan.application.ReadReplicas;

/** Looks up components by name and changes their location requirements. */
final class Components {

    private Components() {}

    /** Components with these names; * for all. */
    static List<String> named(ApplicationModel application, List<String> names) {
        List<String> known = Stream.concat(application.components().stream().map(Component::id), ReadReplicas.names(application).stream())
                .toList();
        names.stream().filter(name -> !name.equals("*") && !known.contains(name)).findFirst().ifPresent(name -> {
            throw Assumption.refused("unknown-component",
                    "There is no component (" + name + ") in application (" + application.name() + ").", "use one of " + known + ".");
        });
        return names.stream().flatMap(name -> name.equals("*") ? known.stream() : Stream.of(name)).distinct().toList();
    }

    static ApplicationModel locatedAt(ApplicationModel model, List<LocationRequirement> locations) {
        return new ApplicationModel(model.name(), model.version(), model.components(), locations, model.separations(),
                model.users(), model.requests(), model.slos(), model.goals(), model.onFailure(), model.supplement());
    }
}
