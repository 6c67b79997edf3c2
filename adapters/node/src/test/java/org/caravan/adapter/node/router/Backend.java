package org.caravan.adapter.node.router;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** A copy of a service: answers its name; healthy unless told otherwise. */
final class Backend implements AutoCloseable {

    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final String name;
    volatile boolean healthy = true;
    volatile int tookMillis;

    Backend(String name) {
        this.name = name;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            byte[] body = name.getBytes(StandardCharsets.UTF_8);
            boolean sick = exchange.getRequestURI().getPath().equals("/health") && !healthy;
            LockSupport.parkNanos(tookMillis * 1_000_000L);
            exchange.sendResponseHeaders(sick ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(workers);
        server.start();
    }

    RouterServer behindRouter() {
        return new RouterServer(name, "127.0.0.1", server.getAddress().getPort(), 100);
    }

    /** At once, as a copy that is destroyed. */
    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
