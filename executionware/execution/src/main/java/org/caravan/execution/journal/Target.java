package org.caravan.execution.journal;

import java.time.Instant;
import java.util.Optional;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/** The plan in force, its report, and the time at which it became the target. */
public record Target(DeploymentPlan plan, Optional<PlanReport> report, Instant since) {}
