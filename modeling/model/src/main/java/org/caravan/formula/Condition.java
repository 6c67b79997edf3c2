package org.caravan.formula;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Boolean expression over named values. */
public sealed interface Condition {

    /** Comparison of two formulas. */
    record Comparison(Formula left, Relation relation, Formula right) implements Condition {

        @Override
        public String toString() {
            return left + " " + relation + " " + right;
        }
    }

    /** Reference to a condition that is declared elsewhere. */
    record Named(String id) implements Condition {

        @Override
        public String toString() {
            return id;
        }
    }

    /** Holds while the SLO is violated. */
    record Violated(String sloId) implements Condition {

        @Override
        public String toString() {
            return "slo " + sloId + " violated";
        }
    }

    /** Negation. */
    record Not(Condition condition) implements Condition {

        @Override
        public String toString() {
            return "not " + condition;
        }
    }

    /** Conjunction. */
    record All(List<Condition> conditions) implements Condition {

        public All {
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return conditions.stream().map(Condition::toString).collect(Collectors.joining(" and "));
        }
    }

    /** Disjunction. */
    record Any(List<Condition> conditions) implements Condition {

        public Any {
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return conditions.stream().map(Condition::toString).collect(Collectors.joining(" or "));
        }
    }

    /** Implication: if the premise holds, the conclusion must hold; otherwise the alternative must hold, if present. */
    record Implication(Condition premise, Condition conclusion, Optional<Condition> otherwise) implements Condition {

        @Override
        public String toString() {
            return "if " + premise + " then " + conclusion + otherwise.map(other -> " else " + other).orElse("");
        }
    }
}
