package org.caravan.api.model;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "WrittenRule", description = "A rule in the model of an application.")
public record WrittenRuleView(
        @Schema(description = "Name.", example = "busy") String name,
        @Schema(description = "Condition of the rule, as written in the model; absent if the rule depends on time only.",
                example = "load > 80 %") Optional<String> condition,
        @Schema(description = "How long the condition must hold, in s; absent if not specified.", example = "120")
        Optional<Double> holdsSeconds,
        @Schema(description = "How often the condition must begin to hold, 2 to 98; absent if once is enough.", example = "3")
        Optional<Integer> times,
        @Schema(description = "Window in which it must do so, in s; absent if once is enough.", example = "300")
        Optional<Double> withinSeconds,
        @Schema(description = "Interval between executions, or between evaluations of the condition, in s; absent if not specified.")
        Optional<Double> everySeconds,
        @Schema(description = "Pause after an execution, in s; absent if not specified.") Optional<Double> pauseSeconds,
        @Schema(description = "Actions in order of execution, as written in the model.", example = "[\"scale out frontend\"]")
        List<String> actions,
        @Schema(description = "File of the model that contains the rule.", example = "sock-shop.caravan") String file,
        @Schema(description = "Line of the rule's name, from 1.", example = "12") int line,
        @Schema(description = "Column of the rule's name, from 1.", example = "8") int column,
        @Schema(description = "Whether the server evaluates the rule. If false, the rule has no effect.", example = "true")
        boolean honoured,
        @Schema(description = "Reason why the rule is not evaluated, as in the warning at that position; empty if it is evaluated.")
        List<String> reasons) {}
