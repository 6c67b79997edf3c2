package org.caravan.formula;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Something that holds or does not. */
public sealed interface Condition {

    /** Two values, compared. */
    record Comparison(Formula left, Relation relation, Formula right) implements Condition {

        @Override
        public String toString() {
            return left + " " + relation + " " + right;
        }
    }

    /** A condition that is declared elsewhere. */
    record Named(String id) implements Condition {

        @Override
        public String toString() {
            return id;
        }
    }

    /** A promise that is not kept. */
    record Violated(String sloId) implements Condition {

        @Override
        public String toString() {
            return "slo " + sloId + " violated";
        }
    }

    /** The contrary. */
    record Not(Condition condition) implements Condition {

        @Override
        public String toString() {
            return "not " + condition;
        }
    }

    /** All of several. */
    record All(List<Condition> conditions) implements Condition {

        public All {
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return conditions.stream().map(Condition::toString).collect(Collectors.joining(" and "));
        }
    }

    /** Any of several. */
    record Any(List<Condition> conditions) implements Condition {

        public Any {
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return conditions.stream().map(Condition::toString).collect(Collectors.joining(" or "));
        }
    }

    /** If one holds, the second must; else the third, if there is one. */
    record Implication(Condition premise, Condition conclusion, Optional<Condition> otherwise) implements Condition {

        @Override
        public String toString() {
            return "if " + premise + " then " + conclusion + otherwise.map(other -> " else " + other).orElse("");
        }
    }
}
