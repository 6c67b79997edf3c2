package org.caravan.server.rest.problem;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.caravan.server.rest.Problems;
import org.springframework.http.HttpStatus;

/**
 * Writes errors that Tomcat raises itself, for example for a malformed request line, as problem details. Tomcat instantiates the class by
 * name.
 */
public final class TomcatProblems extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, Throwable fault) {
        HttpStatus status = HttpStatus.resolve(response.getStatus());
        if (status == null || !status.isError() || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            if (status == HttpStatus.BAD_REQUEST) {
                InvalidPathFilter.answer(request, response);
            } else {
                Problems.write(response, ErrorProblems.of(status));
            }
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            // The client has disconnected, so the response cannot be sent.
            container.getLogger().debug("a refusal was not delivered", e);
        }
    }
}
