package org.caravan.client;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * SSL context of a client that uses plain HTTP only; any use of TLS fails. Java's client initialises TLS with all root certificates in
 * advance, which took a third of the processor time of a short command (docs/decisions/process-startup.md).
 */
final class PlainHttpContext extends SSLContext {

    PlainHttpContext() {
        super(new Nothing(), null, "none");
    }

    private static final class Nothing extends SSLContextSpi {

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random) {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return engineCreateSSLEngine();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw refused();
        }

        private static UnsupportedOperationException refused() {
            return new UnsupportedOperationException("this client supports only http");
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return null;
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return null;
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return new SSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return new SSLParameters();
        }
    }
}
