package org.caravan.server.rest.problem;

import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.caravan.server.data.DataFolder;
import org.caravan.server.rest.input.BodyDrain;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configures Tomcat: work folders, error responses, handling of unread bodies, and encoded slashes. Image names may contain slashes, which
 * generated clients encode.
 */
@Configuration
class TomcatConfiguration {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> door(DataFolder folder) {
        return factory -> {
            factory.setBaseDirectory(folder.scratch("tomcat").toFile());
            factory.setDocumentRoot(folder.scratch("documents").toFile());
            factory.addEngineValves(new BodyDrain());
            factory.addContextCustomizers(context -> ((StandardHost) context.getParent())
                    .setErrorReportValveClass(TomcatProblems.class.getName()));
            // Not decoded here: a slash within a name must not split the path that access rules match.
            factory.addConnectorCustomizers(connector ->
                    connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
        };
    }
}
