package org.caravan.server.decision;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.api.adaptation.DecisionView.ActionView;
import org.caravan.api.adaptation.DecisionView.FigureView;
import org.caravan.json.Json;
import org.caravan.rules.Limit;

/** Decisions as REST shows them. */
public final class DecisionViews {

    private DecisionViews() {}

    static DecisionView read(ResultSet row, int line) throws SQLException {
        String word = row.getString("rule");
        return new DecisionView(row.getLong("number"), Instant.parse(row.getString("at")), word, text(word),
                Optional.ofNullable(row.getString("application")),
                List.of(Json.read(row.getString("subjects"), String[].class)), row.getString("cause"),
                List.of(Json.read(row.getString("figures"), FigureView[].class)), row.getString("outcome"), action(row));
    }

    /** A decision that is not stored. */
    public static DecisionView of(long number, Instant at, DecisionRecord decided, Optional<Action> action) {
        return new DecisionView(number, at, decided.rule().word(), decided.rule().sentence(), decided.application(), decided.subjects(),
                decided.cause(), figures(decided.figures()), decided.outcome(), action.map(one -> view(one, Optional.empty())));
    }

    private static Optional<ActionView> action(ResultSet row) throws SQLException {
        Optional<Instant> ended = Optional.ofNullable(row.getString("ended")).map(Instant::parse);
        return ActionRow.read(row).map(action -> view(action, ended));
    }

    private static ActionView view(Action action, Optional<Instant> ended) {
        return new ActionView(action.kind().word(), action.autonomy().word(), action.state().name(),
                action.limit().map(Limit::name), action.limit().map(Limit::text), action.planId(), action.diffText(), action.approvedBy(),
                action.deploymentId().map(String::valueOf), action.effort().moves(), action.effort().starts(), action.effort().stops(),
                action.expires(), ended);
    }

    private static List<FigureView> figures(List<DecisionRecord.Figure> figures) {
        return figures.stream().map(figure -> new FigureView(figure.name(), figure.value(), figure.unit())).toList();
    }

    /** Empty for a rule of another version. */
    private static String text(String word) {
        return Arrays.stream(BuiltInRule.values()).filter(rule -> rule.word().equals(word)).map(BuiltInRule::sentence).findFirst()
                .orElse("");
    }
}
