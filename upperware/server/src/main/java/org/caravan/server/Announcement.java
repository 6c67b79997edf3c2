package org.caravan.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** One line once everything stands: where the server is. The token never appears here. */
@Component
class Announcement {

    private static final Logger LOG = LoggerFactory.getLogger(Announcement.class);

    private final ServletWebServerApplicationContext context;
    private final Settings settings;

    Announcement(ServletWebServerApplicationContext context, Settings settings) {
        this.context = context;
        this.settings = settings;
    }

    @Order(2)
    @EventListener(ApplicationReadyEvent.class)
    void announce() {
        String host = settings.bindAddress().contains(":") ? "[" + settings.bindAddress() + "]" : settings.bindAddress();
        LOG.info("Caravan{} at http://{}:{}/ with its data in {}", settings.simulated() ? " (simulated)" : "", host,
                context.getWebServer().getPort(), settings.data().toAbsolutePath().normalize());
    }
}
