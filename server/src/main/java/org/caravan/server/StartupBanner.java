package org.caravan.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Logs the server's URL and data folder once it is ready. The token is never logged. */
@Component
class StartupBanner {

    private static final Logger LOG = LoggerFactory.getLogger(StartupBanner.class);

    private final ServletWebServerApplicationContext context;
    private final Settings settings;
    private final boolean encrypted;

    StartupBanner(ServletWebServerApplicationContext context, Settings settings, ServerProperties web) {
        this.context = context;
        this.settings = settings;
        this.encrypted = web.getSsl() != null && Ssl.isEnabled(web.getSsl());
    }

    /** Logged after the health endpoint reports that the server is ready. */
    @Order(2)
    @EventListener
    void announce(AvailabilityChangeEvent<ReadinessState> change) {
        if (change.getState() != ReadinessState.ACCEPTING_TRAFFIC) {
            return;
        }
        String host = settings.bindAddress().contains(":") ? "[" + settings.bindAddress() + "]" : settings.bindAddress();
        LOG.info("Caravan{} at {}://{}:{}/ with its data in {}", settings.simulated() ? " (simulated)" : "", encrypted ? "https" : "http",
                host,
                context.getWebServer().getPort(), settings.data().toAbsolutePath().normalize());
    }

    @Order(1)
    @EventListener(ApplicationReadyEvent.class)
    void warn() throws UnknownHostException {
        if (!InetAddress.getByName(settings.bindAddress()).isLoopbackAddress() && !encrypted) {
            LOG.warn("The server listens at {}, outside of this machine, without TLS: tokens can be read on the network.\n"
                    + "Maybe set server.ssl.certificate and server.ssl.certificate-private-key, or listen on 127.0.0.1.",
                    settings.bindAddress());
        }
    }
}
