package org.caravan.cli.network;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Daily amount of data in user notation: {@code 50MB/day}, {@code 200 kB/day}. */
record DataAmount(long bytes) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?(B|kB|MB|GB)(?:/day)?");
    private static final Map<String, Long> UNITS = Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L);

    static final class Reader implements ITypeConverter<DataAmount> {

        @Override
        public DataAmount convert(String text) {
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is not an amount of data.\n    Maybe use 50MB/day.");
            }
            return new DataAmount(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(UNITS.get(matcher.group(2)))).longValue());
        }
    }
}
