package org.caravan.server;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.scheduling.annotation.EnableScheduling;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Beans that all parts of the server share: the clock and the JSON mapper. */
@Configuration
@EnableScheduling
class ServerConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /**
     * One JSON mapping for REST, events, files and the database; problem details follow RFC 9457. Input is checked strictly against the
     * API description: numbers and texts are not converted into each other, and collections contain no null.
     */
    @Bean
    JsonMapper jsonMapper() {
        return Json.mapper().rebuild().addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .addModule(new WholeNumbers())
                .withCoercionConfig(LogicalType.Textual,
                        texts -> List.of(CoercionInputShape.Boolean, CoercionInputShape.Integer, CoercionInputShape.Float)
                        .forEach(other -> texts.setCoercion(other, CoercionAction.Fail)))
                .withConfigOverride(List.class, list -> list.setNullHandling(JsonSetter.Value.construct(Nulls.AS_EMPTY, Nulls.FAIL)))
                .withConfigOverride(Map.class, map -> map.setNullHandling(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL)))
                .build();
    }
}
