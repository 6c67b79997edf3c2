package org.caravan.server.rest.input;

import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Strict conversion of query parameters: only the described values are accepted, and an empty value is not treated as absent. */
@Configuration
@SuppressWarnings("rawtypes")
class StrictParameters implements WebMvcConfigurer {

    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addConverterFactory(new Words());
        registry.addConverter(String.class, Integer.class, Integer::valueOf);
        registry.addConverter(String.class, Long.class, Long::valueOf);
        registry.addConverter(String.class, Boolean.class, StrictParameters::truth);
    }

    private static Boolean truth(String word) {
        if (!word.equals("true") && !word.equals("false")) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return Boolean.valueOf(word);
    }

    private static final class Words implements ConverterFactory<String, Enum> {

        @Override
        @SuppressWarnings("unchecked")
        public <T extends Enum> Converter<String, T> getConverter(Class<T> type) {
            return word -> (T) Enum.valueOf(type, word);
        }
    }
}
