package org.caravan.server.editor;

import java.util.List;
import java.util.Map;
import org.apache.tomcat.websocket.server.WsSci;
import org.caravan.server.data.DataFolder;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.Owners;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import org.springframework.web.socket.server.support.OriginHandshakeInterceptor;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;

/** Where pages reach their language server; who has no token or cookie does not come so far. */
@Configuration
@ConditionalOnWebApplication
class EditorConfiguration {

    /** Asked before the handlers of files, which know no sockets. */
    private static final int FIRST = -1;

    /** Only from pages of our own: a browser sends our cookie with a socket that any page opens. */
    @Bean
    HandlerMapping languageSocket(DataFolder folder, Models models, Owners owners, Infrastructures infrastructures) {
        WebSocketHttpRequestHandler socket = new WebSocketHttpRequestHandler(new LanguageSocket(new Drafts(folder.scratch("drafts"), models, owners, infrastructures)));
        socket.setHandshakeInterceptors(List.of(new OriginHandshakeInterceptor()));
        return new SimpleUrlHandlerMapping(Map.of("/editor/language", socket), FIRST);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> sockets() {
        return factory -> factory.addContextCustomizers(context -> context.addServletContainerInitializer(new WsSci(), null));
    }
}
