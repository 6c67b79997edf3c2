package org.caravan.server.editor;

import java.util.List;
import java.util.Map;
import org.apache.tomcat.websocket.server.WsSci;
import org.caravan.server.data.DataFolder;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.Ownership;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.socket.server.support.OriginHandshakeInterceptor;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;

/** WebSocket endpoint of the language server for editor pages; requests without a token or cookie are rejected before. */
@Configuration
@ConditionalOnWebApplication
class EditorConfiguration {

    /** Order before the static resource handlers, which do not support WebSockets. */
    private static final int FIRST = -1;

    /** Accepts pages of this server only, because a browser sends the cookie with a WebSocket from any page. */
    @Bean
    HandlerMapping languageSocket(DataFolder folder, Models models, Ownership owners, Infrastructures infrastructures) {
        WebSocketHttpRequestHandler socket = new WebSocketHttpRequestHandler(new LanguageSocket(new Drafts(folder.scratch("drafts"), models,
                owners, infrastructures)));
        socket.setHandshakeInterceptors(List.of(new OriginHandshakeInterceptor()));
        return new SimpleUrlHandlerMapping(Map.of("/editor/language", socket), FIRST);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> sockets() {
        return factory -> factory.addContextCustomizers(context -> context.addServletContainerInitializer(new WsSci(), null));
    }
}
