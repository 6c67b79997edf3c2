package org.caravan.execution.journal;

import java.time.Duration;
import java.util.Optional;
import org.caravan.change.StepKind;

/**
 * Duration of a completed step.
 *
 * @param image image of the copy, if the step transfers, starts or confirms one
 */
public record StepDuration(StepKind kind, Optional<String> hostId, Optional<String> image, Duration duration) {}
