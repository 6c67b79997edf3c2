package org.caravan.exporters;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.formula.Formula;
import org.caravan.formula.Operator;
import org.caravan.formula.Units;

/**
 * Converts formulas with units into formulas of plain numbers, in which each value has a fixed unit. Empty if the conversion is not
 * possible.
 */
final class CamelNumbers {

    /** Unit of counts and ratios. */
    static final String PLAIN = "number";

    private static final Map<String, String> UNITS = Map.ofEntries(Map.entry("ms", "MilliSeconds"), Map.entry("s", "Seconds"),
            Map.entry("min", "Minutes"), Map.entry("h", "Hours"),
            Map.entry("day", "Days"), Map.entry("B", "Bytes"), Map.entry("KiB", "KiloBytes"), Map.entry("MiB", "MegaBytes"),
                    Map.entry("GiB", "GigaBytes"), Map.entry("TiB", "TeraBytes"),
            Map.entry("B/s", "BytesPerSecond"), Map.entry("KiB/s", "KiloBytesPerSecond"), Map.entry("MiB/s", "MegaBytesPerSecond"),
                    Map.entry("GiB/s", "GigaBytesPerSecond"),
            Map.entry("GB/day", "GigaBytesPerDays"), Map.entry("requests", "Requests"), Map.entry("requests/s", "RequestsPerSecond"),
                    Map.entry("%", "Percentage"),
            Map.entry("EUR", "Euros"), Map.entry(PLAIN, "Ratio"));

    private final Map<String, String> units;

    /** @param units units of the values that formulas may reference, by CAMEL name */
    CamelNumbers(Map<String, String> units) {
        this.units = units;
    }

    /** Name of the unit in CAMEL's unit template. */
    static Optional<String> unit(String unit) {
        return Optional.ofNullable(UNITS.get(unit)).map(name -> "UnitTemplateCamelModel.UnitTemplateModel." + name);
    }

    /** @param unit unit of the result */
    Optional<String> of(Formula written, String unit) {
        Formula formula = named(written);
        if (formula instanceof Formula.Operation operation && operation.operator() == Operator.TIMES && isOne(operation.right(), unit)) {
            return number(operation.left());
        }
        Set<String> named = new HashSet<>();
        boolean bare = bare(formula, named);
        Set<String> withUnit = named.stream().filter(other -> !other.equals(PLAIN)).collect(Collectors.toSet());
        boolean asItStands = bare && (withUnit.isEmpty() ? unit.equals(PLAIN) : withUnit.equals(Set.of(unit)) || withUnit.size() == 1
                && unit.equals(PLAIN) && !withUnit.contains("%"));
        return asItStands ? Optional.of(formula.toString()) : unit.equals(PLAIN) ? number(formula) : Optional.empty();
    }

    /** Amount in a unit: {@code 250} for 0.25 s in ms. */
    static Optional<String> amount(Formula formula, String unit) {
        return Optional.of(formula).filter(Formula.Amount.class::isInstance).map(Formula.Amount.class::cast)
                .filter(amount -> amount.measure().equals(Units.measure(unit).orElseThrow()))
                .map(amount -> BigDecimal.valueOf(amount.value())
                        .divide(BigDecimal.valueOf(Units.inBaseUnits("1", unit)), MathContext.DECIMAL64).stripTrailingZeros()
                        .toPlainString())
                .map(number -> number.contains(".") ? number : number + ".0");
    }

    /** Formula with CAMEL names. */
    private static Formula named(Formula formula) {
        if (formula instanceof Formula.Reference reference) {
            return new Formula.Reference(CamelLines.name(reference.id()));
        }
        if (formula instanceof Formula.Operation operation) {
            return new Formula.Operation(operation.operator(), named(operation.left()), named(operation.right()));
        }
        return formula instanceof Formula.Call call
                ? new Formula.Call(call.function(), call.arguments().stream().map(CamelNumbers::named).toList()) : formula;
    }

    /** @return whether all amounts are plain numbers and all references are known */
    private boolean bare(Formula formula, Set<String> named) {
        if (formula instanceof Formula.Reference reference) {
            named.add(units.getOrDefault(reference.id(), ""));
            return units.containsKey(reference.id());
        }
        if (formula instanceof Formula.Operation operation) {
            return bare(operation.left(), named) & bare(operation.right(), named);
        }
        return formula instanceof Formula.Call call ? call.arguments().stream().allMatch(argument -> bare(argument, named))
                : plain(formula);
    }

    /** Formula of plain numbers, in which each value is divided by its unit if it has one. */
    private Optional<String> number(Formula formula) {
        if (formula instanceof Formula.Operation operation) {
            if (operation.operator() == Operator.PER && operation.left() instanceof Formula.Reference reference
                    && isOne(operation.right(), units.getOrDefault(reference.id(), ""))) {
                return Optional.of(reference.id());
            }
            return number(operation.left()).flatMap(left -> number(operation.right())
                    .map(right -> within(operation, operation.left(), left, true) + " " + operation.operator() + " "
                    + within(operation, operation.right(), right, false)));
        }
        if (formula instanceof Formula.Call call) {
            var arguments = call.arguments().stream().map(this::number).toList();
            return arguments.stream().anyMatch(Optional::isEmpty) ? Optional.empty()
                    : Optional.of(call.function() + "(" + arguments.stream().map(Optional::get).collect(Collectors.joining(", ")) + ")");
        }
        boolean plain = formula instanceof Formula.Reference reference ? PLAIN.equals(units.get(reference.id())) : plain(formula);
        return plain ? Optional.of(formula.toString()) : Optional.empty();
    }

    /** In parentheses if it has more than one part. */
    private static String within(Formula.Operation whole, Formula part, String text, boolean first) {
        boolean single = !text.contains(" ") || part instanceof Formula.Call || first
                && (adds(whole) || part instanceof Formula.Operation inner && !adds(inner));
        return single ? text : "(" + text + ")";
    }

    private static boolean adds(Formula.Operation operation) {
        return operation.operator() == Operator.PLUS || operation.operator() == Operator.MINUS;
    }

    private static boolean plain(Formula formula) {
        return formula instanceof Formula.Amount amount && amount.written().matches("-?[0-9.]+");
    }

    private static boolean isOne(Formula formula, String unit) {
        return formula instanceof Formula.Amount amount && amount.written().equals("1 " + unit);
    }
}
