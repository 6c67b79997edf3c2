package org.caravan.server;

import java.time.Clock;
import org.caravan.json.Json;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.scheduling.annotation.EnableScheduling;
import tools.jackson.databind.json.JsonMapper;

/** What every part of the server shares. */
@Configuration
@EnableScheduling
class ServerConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    /** One form of JSON for REST, events, files and the database; problem details as RFC 9457 has them. */
    @Bean
    JsonMapper jsonMapper() {
        return Json.mapper().rebuild().addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class).build();
    }
}
