package org.caravan.problem.requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.DataSet;
import org.caravan.application.SecurityControl;
import org.caravan.problem.PlacementProblem;

/** Security requirements of components (controls and data sensitivity). */
final class ControlRequirements {

    private ControlRequirements() {}

    /** One requirement per control and component, and one per data set with a sensitivity class. */
    static List<Requirement> of(ApplicationModel model) {
        List<Requirement> all = new ArrayList<>();
        for (SecurityControl control : model.supplement().controls()) {
            concerned(model, control).forEach(id ->
                    all.add(new Requirement("control " + control.id() + " of " + id, withoutControl(control.id(), id))));
        }
        model.supplement().data().forEach(data -> data.sensitivity().ifPresent(asked ->
                all.add(new Requirement("class " + asked + " of data " + data.id(), withoutClass(data.id())))));
        return all;
    }

    private static Set<String> concerned(ApplicationModel model, SecurityControl control) {
        Set<String> ids = model.components().stream().map(Component::id).collect(Collectors.toCollection(TreeSet::new));
        if (!control.componentIds().isEmpty()) {
            ids.retainAll(control.componentIds());
        }
        return ids;
    }

    private static UnaryOperator<PlacementProblem> withoutControl(String controlId, String componentId) {
        return changed(model -> {
            List<SecurityControl> controls = new ArrayList<>();
            for (SecurityControl control : model.supplement().controls()) {
                Set<String> left = concerned(model, control);
                boolean here = control.id().equals(controlId) && left.remove(componentId);
                if (!here || !left.isEmpty()) { // an empty set would mean all components
                    controls.add(here ? control.of(left) : control);
                }
            }
            return model.supplement().withControls(controls);
        });
    }

    private static UnaryOperator<PlacementProblem> withoutClass(String dataId) {
        return changed(model -> {
            List<DataSet> data = model.supplement().data().stream().map(one -> one.id().equals(dataId) ? one.unclassed() : one).toList();
            return model.supplement().withData(data);
        });
    }

    private static UnaryOperator<PlacementProblem> changed(Function<ApplicationModel, ApplicationExtras> change) {
        return problem -> problem.withApplication(problem.application().withExtras(change.apply(problem.application())));
    }
}
