package org.caravan.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what the rules find in a look. Public only because compiled rules access it. */
public final class CostFindings {

    private final List<CostFinding> found = new ArrayList<>();

    public void priceChanged(CostLook look, CostRuleSettings settings) {
        found.add(new CostFinding.PriceChanged(look, Math.max(settings.riseCents(), Math.round(settings.riseShare()
                * look.plannedCents()))));
    }

    public void budgetNearlySpent(CostLook look, CostRuleSettings settings) {
        found.add(new CostFinding.BudgetNearlySpent(look, settings.spentShare()));
    }

    List<CostFinding> take() {
        List<CostFinding> all = found.stream().sorted(Comparator.comparing(CostFinding::rule)).toList();
        found.clear();
        return all;
    }
}
