package org.caravan.solver.model;

import java.util.List;
import org.caravan.application.ControlRequirement;
import org.caravan.infrastructure.ProviderControls;

/**
 * Platforms whose security controls satisfy the requirements of a component; each platform has one set of controls. Most components
 * require none, and then nothing is evaluated.
 */
public record ComplianceClass(boolean none, boolean[] byPlatform) {

    public static final ComplianceClass NONE = new ComplianceClass(true, new boolean[0]);

    /** @param guards controls of each platform */
    public static ComplianceClass of(ControlRequirement asked, List<ProviderControls> guards) {
        if (asked.none()) {
            return NONE;
        }
        boolean[] kept = new boolean[guards.size()];
        for (int platform = 0; platform < kept.length; platform++) {
            kept[platform] = asked.missing(guards.get(platform)).isEmpty();
        }
        return new ComplianceClass(false, kept);
    }

    public boolean at(int platform) {
        return none || byPlatform[platform];
    }
}
