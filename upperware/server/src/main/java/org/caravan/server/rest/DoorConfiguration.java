package org.caravan.server.rest;

import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.caravan.server.data.DataFolder;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Of Tomcat: where it keeps what it needs while it runs, its words, what becomes of what nobody reads, and that names of images may have slashes in them, which generated clients encode. */
@Configuration
class DoorConfiguration {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> door(DataFolder folder) {
        return factory -> {
            factory.setBaseDirectory(folder.scratch("tomcat").toFile());
            factory.setDocumentRoot(folder.scratch("documents").toFile());
            factory.addEngineValves(new UnreadBodies());
            factory.addContextCustomizers(context -> ((StandardHost) context.getParent()).setErrorReportValveClass(DoorProblems.class.getName()));
            // Not decoded here: a slash within a name must not part the path that rules of access look at.
            factory.addConnectorCustomizers(connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
        };
    }
}
