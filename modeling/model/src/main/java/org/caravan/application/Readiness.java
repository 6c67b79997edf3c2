package org.caravan.application;

/** Condition under which an endpoint is ready to serve. */
public sealed interface Readiness {

    /** A TCP connection to the endpoint's port is accepted. */
    record TcpAccepts() implements Readiness {

        @Override
        public String toString() {
            return "ready when tcp";
        }
    }

    /**
     * An HTTP GET returns this status.
     *
     * @param path absolute path, starts with a slash
     * @param status HTTP status code, 100 to 599 (RFC 9110)
     */
    record HttpAnswers(String path, int status) implements Readiness {

        public HttpAnswers {
            if (!path.startsWith("/")) {
                throw new IllegalArgumentException("a path starts with a slash: " + path);
            }
            if (status < 100 || status > 599) {
                throw new IllegalArgumentException("an HTTP status is 100 to 599: " + status);
            }
        }

        @Override
        public String toString() {
            return "ready when GET \"" + path + "\" is " + status;
        }
    }
}
