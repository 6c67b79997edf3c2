package org.caravan.server.access;

import org.apache.catalina.valves.RemoteIpValve;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Takes the client's address from the headers of trusted proxies: the last address in X-Forwarded-For that is not itself a trusted proxy.
 */
@Configuration
@ConditionalOnWebApplication
class ProxyConfiguration {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> trustedProxies(ProxySettings settings) {
        return factory -> {
            if (!settings.trusted().isEmpty()) {
                RemoteIpValve valve = new RemoteIpValve();
                // Tomcat trusts private networks by default; only the operator's list must count.
                valve.setInternalProxies(String.join(",", settings.trusted()));
                valve.setProtocolHeader("X-Forwarded-Proto");
                factory.addEngineValves(valve);
            }
        };
    }
}
