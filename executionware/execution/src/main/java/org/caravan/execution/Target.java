package org.caravan.execution;

import java.time.Instant;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/** The plan that reality shall follow, why it is as it is, and since when it is the target. */
public record Target(DeploymentPlan plan, Optional<PlanReport> report, Instant since) {}
