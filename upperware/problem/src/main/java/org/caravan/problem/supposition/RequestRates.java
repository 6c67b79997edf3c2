package org.caravan.problem.supposition;

import java.util.List;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Users;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PromisedReplicas;
import org.caravan.unit.RequestRate;

/**
 * Assumes that users send a multiple of their requests.
 *
 * @param usersId empty for all
 */
record RequestRates(Optional<String> usersId, double factor) implements Assumption {

    @Override
    public PlacementProblem appliedTo(PlacementProblem problem) {
        ApplicationModel model = problem.application();
        List<String> known = model.users().stream().map(Users::id).toList();
        usersId.filter(id -> !known.contains(id)).ifPresent(id -> {
            throw Assumption.refused("unknown-users",
                    "There are no users (" + id + ") of application (" + model.name() + ").", "use one of " + known + ".");
        });
        List<Users> supposed = model.users().stream()
                .map(users -> usersId.isEmpty() || usersId.get().equals(users.id()) ? more(users) : users)
                .toList();
        // More requests need more replicas. Fewer requests do not reduce them, because the completed model no longer contains the
        // minimum counts.
        return problem.withApplication(PromisedReplicas.enough(model.withUsers(supposed).withReplicas()));
    }

    private Users more(Users users) {
        return users.withRate(new RequestRate(users.rate().value() * factor));
    }
}
