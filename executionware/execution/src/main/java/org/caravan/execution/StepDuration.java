package org.caravan.execution;

import java.time.Duration;
import java.util.Optional;
import org.caravan.change.StepKind;

/**
 * How long a step took that was done.
 *
 * @param image of the copy, where the step brings, starts or awaits one
 */
public record StepDuration(StepKind kind, Optional<String> hostId, Optional<String> image, Duration duration) {}
