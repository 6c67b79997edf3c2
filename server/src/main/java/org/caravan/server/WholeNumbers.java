package org.caravan.server;

import java.math.BigDecimal;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Jackson module for integers: accepts numbers without a fractional part (2.0 is an integer in JSON Schema) and never rounds (2.5 is an
 * error).
 */
final class WholeNumbers extends SimpleModule {

    private static final long serialVersionUID = 1L;

    WholeNumbers() {
        add(Long.class, BigDecimal::longValueExact);
        add(long.class, BigDecimal::longValueExact);
        add(Integer.class, BigDecimal::intValueExact);
        add(int.class, BigDecimal::intValueExact);
    }

    private <T> void add(Class<T> type, Function<BigDecimal, T> exact) {
        addDeserializer(type, new Whole<>(type, exact));
    }

    private static final class Whole<T> extends StdScalarDeserializer<T> {

        private final transient Function<BigDecimal, T> exact;

        Whole(Class<T> type, Function<BigDecimal, T> exact) {
            super(type);
            this.exact = exact;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T deserialize(JsonParser parser, DeserializationContext context) {
            if (!parser.currentToken().isNumeric()) {
                return (T) context.handleUnexpectedToken(handledType(), parser);
            }
            try {
                return exact.apply(parser.getDecimalValue());
            } catch (ArithmeticException e) {
                return (T) context.handleWeirdNumberValue(handledType(), parser.getNumberValue(), "not a whole number of this size");
            }
        }
    }
}
