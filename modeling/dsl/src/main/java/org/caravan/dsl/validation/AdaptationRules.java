package org.caravan.dsl.validation;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.MaintenanceWindow;
import org.caravan.dsl.caravan.AdaptationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.DrainAction;
import org.caravan.dsl.caravan.MetricDeclaration;
import org.caravan.dsl.caravan.NotifyAction;
import org.caravan.dsl.caravan.ReleaseAction;
import org.caravan.dsl.caravan.ReserveAction;
import org.caravan.dsl.caravan.RestartAction;
import org.caravan.dsl.caravan.RoleDeclaration;
import org.caravan.dsl.caravan.RuleDeclaration;
import org.caravan.dsl.caravan.RunAction;
import org.caravan.dsl.caravan.ScaleAction;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.organisation.Permission;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Checks that adaptation rules have a trigger and act on elements that can be changed, and that roles have known permissions. */
class AdaptationRules extends Rules {

    static final List<String> DIRECTIONS = Arrays.stream(Action.Direction.values()).map(Object::toString).toList();
    static final List<String> PERMISSIONS = Arrays.stream(Permission.values()).map(Object::toString).toList();

    @Check
    void sometime(RuleDeclaration rule) {
        if (rule.getWhen() == null && rule.getEvery() == null && rule.getCron() == null) {
            reject("missing-property", capital(Owner.of(rule)) + " has none of when, every and cron.", "add: when load > 80 %", rule);
        }
        if (rule.getHolds() != null && rule.getWhen() == null) {
            reject("for-without-when", capital(Owner.of(rule)) + " has a duration, but no condition.", "add: when load > 80 %", rule,
                    Literals.RULE_DECLARATION__HOLDS);
        }
    }

    @Check
    void scheduled(RuleDeclaration rule) {
        String cron = rule.getCron();
        if (cron == null && rule.getZone() != null) {
            reject("zone-without-cron", capital(Owner.of(rule)) + " has a time zone, but no schedule.", "add: cron \"0 8 * * MON-FRI\"",
                    rule, Literals.RULE_DECLARATION__ZONE);
        }
        if (cron != null && (rule.getWhen() != null || rule.getEvery() != null)) {
            reject("cron-alone", capital(Owner.of(rule)) + " has a schedule, and also " + (rule.getWhen() != null ? "a condition."
                    : "a period."), "write two rules.", rule, Literals.RULE_DECLARATION__CRON);
        }
        Optional.ofNullable(cron).flatMap(CronSyntax::violation).ifPresent(why -> reject("cron-unreadable", "Schedule \"" + cron + "\" of "
                + Owner.of(rule) + " cannot be read: " + why + ".", "use: cron \"0 8 * * MON-FRI\"", rule,
                Literals.RULE_DECLARATION__CRON));
        if (rule.getZone() != null && !ZoneId.getAvailableZoneIds().contains(rule.getZone())) {
            reject("zone-unknown", "Time zone \"" + rule.getZone() + "\" of " + Owner.of(rule) + " does not exist.",
                    "use: zone \"Europe/Oslo\"", rule, Literals.RULE_DECLARATION__ZONE);
        }
    }

    @Check
    void window(AdaptationDeclaration limits) {
        if (limits.getMaintenance() != null) {
            try {
                MaintenanceWindow.parse(limits.getMaintenance());
            } catch (IllegalArgumentException unreadable) {
                reject("maintenance-unreadable", "Maintenance window \"" + limits.getMaintenance() + "\" of " + Owner.of(limits)
                        + " cannot be read.", "use: maintenance \"SAT-SUN 02:00-05:00 Europe/Oslo\"", limits,
                        Literals.ADAPTATION_DECLARATION__MAINTENANCE);
            }
        }
    }

    @Check
    void counted(RuleDeclaration rule) {
        if (rule.getTimes() != null && (rule.getWhen() == null || rule.getHolds() != null)) {
            reject("times-alone", capital(Owner.of(rule)) + " counts how often its condition begins to hold, but "
                    + (rule.getWhen() == null ? "has no condition." : "also says for how long."),
                    rule.getWhen() == null ? "add: when load > 80 %" : "remove for, or at least … times in ….", rule,
                    Literals.RULE_DECLARATION__TIMES);
        }
    }

    /** A restart, a drain and a reservation are plans of their own: beside another plan, one of them would be outdated. */
    @Check
    void apart(RuleDeclaration rule) {
        List<org.caravan.dsl.caravan.Action> planned = rule.getActions().stream()
                .filter(action -> !(action instanceof NotifyAction) && !(action instanceof RunAction)).toList();
        boolean own = planned.stream().anyMatch(action -> action instanceof RestartAction || action instanceof DrainAction
                || action instanceof ReserveAction || action instanceof ReleaseAction);
        if (own && planned.size() > 1) {
            reject("actions-apart", capital(Owner.of(rule)) + " restarts a copy, drains a host or changes bandwidth, and "
                    + "does more that needs a plan.",
                    "write two rules with this condition.", rule, Literals.RULE_DECLARATION__ACTIONS);
        }
    }

    @Check
    void stateless(RestartAction action) {
        ComponentDeclaration component = action.getComponent();
        if (component != null && !component.eIsProxy() && component.isStateful()) {
            reject("restart-stateful", capital(Owner.of(action)) + " restarts component " + component.getName()
                    + ", whose new copy would begin without its data.", "use: run \"PROGRAM\" in " + component.getName() + ".", action,
                    Literals.RESTART_ACTION__COMPONENT);
        }
    }

    @Check
    void direction(ScaleAction action) {
        known(action.getDirection(), "direction", DIRECTIONS, action, Literals.SCALE_ACTION__DIRECTION, -1);
        ComponentDeclaration component = action.getComponent();
        if (component != null && !component.eIsProxy() && component.getMostReplicas() == null) {
            String message = capital(Owner.of(action)) + " scales component " + component.getName()
                    + ", whose number of replicas is fixed.";
            reject("scale-fixed", message, "add to the component: replicas 1..6  capacity 20 requests/s", action,
                    Literals.SCALE_ACTION__COMPONENT);
        }
    }

    @Check
    void address(NotifyAction action) {
        if (action.getAddress() != null) {
            Action.Notify.violation(action.getAddress()).ifPresent(why -> reject("notify-address", capital(Owner.of(action))
                    + " is sent to \"" + action.getAddress() + "\", which " + why + ".",
                    "use: notify \"https://hooks.example.org/shop\"", action, Literals.NOTIFY_ACTION__ADDRESS));
        }
    }

    @Check
    void command(RunAction action) {
        if (action.getCommand() != null && Action.Run.words(action.getCommand()).isEmpty()) {
            reject("run-empty", capital(Owner.of(action)) + " names no program.", "use: run \"/usr/bin/flush --all\" in web", action,
                    Literals.RUN_ACTION__COMMAND);
        }
    }

    @Check
    void aggregate(MetricDeclaration metric) {
        known(metric.getAggregate(), "aggregate", MetricRules.AGGREGATES, metric, Literals.METRIC_DECLARATION__AGGREGATE, -1);
    }

    @Check
    void permissions(RoleDeclaration role) {
        for (int i = 0; i < role.getPermissions().size(); i++) {
            known(role.getPermissions().get(i), "permission", PERMISSIONS, role, Literals.ROLE_DECLARATION__PERMISSIONS, i);
        }
    }

    private void known(String written, String kind, List<String> words, EObject part, EStructuralFeature feature, int index) {
        if (written != null && !words.contains(written)) {
            String message = capital(Owner.of(part)) + " names " + kind + " " + written + ", which does not exist.";
            reject(kind.toLowerCase(Locale.ROOT) + "-unknown", message, Suggestion.useOneOf(written, words) + ".",
                    Suggestion.closest(written, words), part, feature, index);
        }
    }

    /** What is wrong with a schedule in the syntax of crontab(5). */
    static final class CronSyntax {

        private static final CronParser UNIX = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
        /** Longest text: fields with lists are far shorter, and parsing a hostile one stays cheap. */
        private static final int LONGEST = 100;
        private static final int FIELDS = 5;

        private CronSyntax() {}

        /** Why a text is no schedule, without a full stop; empty if it is one. */
        static Optional<String> violation(String cron) {
            if (cron.length() > LONGEST) {
                return Optional.of("it has more than " + LONGEST + " characters");
            }
            if (cron.strip().split(" +").length != FIELDS) {
                return Optional.of("it does not have the five fields minute, hour, day of month, month, day of week");
            }
            try {
                Cron read = UNIX.parse(cron);
                return ExecutionTime.forCron(read).nextExecution(Instant.EPOCH.atZone(ZoneOffset.UTC)).isEmpty()
                        ? Optional.of("no such day exists") : Optional.empty();
            } catch (IllegalArgumentException wrong) {
                return Optional.of("one of its fields has another form, or is out of range");
            }
        }
    }
}
