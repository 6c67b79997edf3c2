package org.caravan.server.model;

import java.util.Map;
import org.caravan.dsl.CaravanLanguage;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Warms up the language parser after the start, because the first model would otherwise wait about 1 s. */
@Component
class LanguageReady {

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        Thread ready = new Thread(() -> CaravanLanguage.parse(Map.of("ready.caravan",
                "application ready { component one { form container { image \"one\"  cpu 1  memory 1 MiB } } }")), "language");
        ready.setDaemon(true);
        ready.setPriority(Thread.MIN_PRIORITY);
        ready.start();
    }
}
