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
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** What every part of the server shares. */
@Configuration
@EnableScheduling
class ServerConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /**
     * One form of JSON for REST, events, files and the database; problem details as RFC 9457 has them. What is sent is taken by the description alone: a number
     * is no text, a text no number, and in lists nothing is null.
     */
    @Bean
    JsonMapper jsonMapper() {
        return Json.mapper().rebuild().addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .addModule(new WholeNumbers())
                .withCoercionConfig(LogicalType.Textual, texts -> List.of(CoercionInputShape.Boolean, CoercionInputShape.Integer, CoercionInputShape.Float)
                        .forEach(other -> texts.setCoercion(other, CoercionAction.Fail)))
                .withConfigOverride(List.class, list -> list.setNullHandling(JsonSetter.Value.construct(Nulls.AS_EMPTY, Nulls.FAIL)))
                .withConfigOverride(Map.class, map -> map.setNullHandling(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL)))
                .build();
    }
}
