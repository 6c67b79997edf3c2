package org.caravan.dsl.validation;

import com.google.inject.Inject;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.CostGoal;
import org.caravan.dsl.caravan.ForecastDeclaration;
import org.caravan.dsl.caravan.GoalDeclaration;
import org.caravan.dsl.caravan.LatencyGoal;
import org.caravan.dsl.caravan.PowerGoal;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.caravan.ShareDeclaration;
import org.caravan.dsl.caravan.SloDeclaration;
import org.caravan.dsl.caravan.UsersDeclaration;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.xtext.util.IResourceScopeCache;
import org.eclipse.xtext.util.Tuples;
import org.eclipse.xtext.validation.Check;

/** Checks that the request shares of users sum to 100 %, and that SLOs and goals refer to requests that some users send. */
class UsersRules extends Rules {

    private static final BigDecimal ALL = new BigDecimal(100);

    /** Cached until the text changes, because each SLO looks up the senders of its request. */
    @Inject
    private IResourceScopeCache kept;

    @Check
    void mixSumsToAll(UsersDeclaration users) {
        List<Optional<BigDecimal>> shares =
                users.getMix().stream().map(share -> percent(share.getShare())).toList();
        if (shares.isEmpty() || shares.stream().anyMatch(Optional::isEmpty)) {
            return;
        }
        BigDecimal sum = shares.stream().map(Optional::get).reduce(BigDecimal.ZERO, BigDecimal::add);
        if (sum.compareTo(ALL) != 0) {
            ShareDeclaration last = users.getMix().get(users.getMix().size() - 1);
            BigDecimal rest = ALL.subtract(sum).add(shares.get(shares.size() - 1).get());
            String message = "The mix of " + Owner.of(users) + " sums to " + plain(sum) + " %, not 100 %.";
            String suggestion = rest.signum() > 0
                    ? "give " + Owner.written(last, "request") + " " + plain(rest) + " %."
                    : "make all shares smaller.";
            reject("users-mix-not-100", message, suggestion, users, Literals.USERS_DECLARATION__MIX, 0);
        }
    }

    @Check
    void requestOnceInMix(UsersDeclaration users) {
        Set<String> seen = new HashSet<>();
        for (ShareDeclaration share : users.getMix()) {
            String request = Owner.written(share, "request");
            if (!seen.add(request)) {
                String message = "The mix of " + Owner.of(users) + " names request " + request + " more than once.";
                reject("duplicate-share", message, "add the two shares up.", share, Literals.SHARE_DECLARATION__REQUEST);
            }
        }
    }

    @Check
    void sloRequestSent(SloDeclaration slo) {
        checkSent("slo-request-unsent", capital(Owner.of(slo)), slo.getRequest(), slo, Literals.SLO_DECLARATION__REQUEST);
    }

    @Check
    void goalRequestSent(LatencyGoal goal) {
        checkSent("goal-request-unsent", "A goal", goal.getRequest(), goal, Literals.LATENCY_GOAL__REQUEST);
    }

    @Check
    void forecastRequestSent(ForecastDeclaration forecast) {
        checkSent("forecast-request-unsent", capital(Owner.of(forecast)), forecast.getRequest(), forecast,
                Literals.FORECAST_DECLARATION__REQUEST);
    }

    private static Set<RequestDeclaration> sent(ApplicationDeclaration application) {
        return application.getUsers().stream().flatMap(users -> users.getMix().stream()).map(ShareDeclaration::getRequest)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private void checkSent(String code, String subject, RequestDeclaration request, EObject part, EReference feature) {
        if (request == null || request.eIsProxy()) {
            return;
        }
        ApplicationDeclaration application = (ApplicationDeclaration) part.eContainer();
        Set<RequestDeclaration> known = kept.get(Tuples.pair("sent", application), application.eResource(), () -> sent(application));
        boolean unknown = known.stream().anyMatch(one -> one == null || one.eIsProxy());
        if (!known.contains(request) && !unknown) {
            String message = subject + " is about request " + request.getName() + ", which no users send.";
            List<String> sent = known.stream().map(RequestDeclaration::getName).toList();
            String suggestion = sent.isEmpty()
                    ? "add users who send it."
                    : "name it in the mix of some users, or " + Suggestion.useOneOf(request.getName(), sent) + ".";
            reject(code, message, suggestion, part, feature);
        }
    }

    @Check
    void goalOnce(ApplicationDeclaration application) {
        Set<String> seen = new HashSet<>();
        for (GoalDeclaration goal : application.getGoals()) {
            String what = goal instanceof LatencyGoal ? "latency of " + Owner.written(goal, "request")
                    : goal instanceof CostGoal ? "cost" : goal instanceof PowerGoal ? "power" : "startup";
            if (!seen.add(what)) {
                String message = capital(Owner.of(application)) + " minimises " + what + " more than once.";
                reject("duplicate-goal", message, "keep one of them and give it the weight you mean.", goal, null);
            }
        }
    }

    private static Optional<BigDecimal> percent(Quantity share) {
        boolean readable = share != null && share.getValue() != null && share.getValue().length() < 19 && "%".equals(share.getUnit());
        return readable ? Optional.of(new BigDecimal(share.getValue())) : Optional.empty();
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
