package org.caravan.formula;

import java.util.List;

/** An expression over named values. */
public sealed interface Formula {

    /**
     * Number with or without a unit.
     *
     * @param written text in the model: {@code 80 %}
     * @param value in base units
     */
    record Amount(String written, double value, Measure measure) implements Formula {

        @Override
        public String toString() {
            return written;
        }
    }

    /** Reference to a value that is declared elsewhere. */
    record Reference(String id) implements Formula {

        @Override
        public String toString() {
            return id;
        }
    }

    /** Binary operation. */
    record Operation(Operator operator, Formula left, Formula right) implements Formula {

        @Override
        public String toString() {
            return within(left, true) + " " + operator + " " + within(right, false);
        }

        /** Adds parentheses if precedence or associativity requires them. */
        private String within(Formula part, boolean first) {
            boolean needed = part instanceof Operation inner
                    && (!operator.adds() && inner.operator.adds() || !first && operator.adds() == inner.operator.adds());
            return needed ? "(" + part + ")" : part.toString();
        }
    }

    /** Call of a function with at least one argument. */
    record Call(Function function, List<Formula> arguments) implements Formula {

        public Call {
            arguments = List.copyOf(arguments);
            if (arguments.isEmpty() || arguments.size() > 1 && !function.ofMany()) {
                throw new IllegalArgumentException("function " + function + " does not take " + arguments.size() + " arguments");
            }
        }

        @Override
        public String toString() {
            return function + "(" + String.join(", ", arguments.stream().map(Formula::toString).toList()) + ")";
        }
    }
}
