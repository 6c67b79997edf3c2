package org.caravan.adapter.jclouds;

import com.google.common.base.Function;
import com.google.common.base.Supplier;
import com.google.inject.AbstractModule;
import com.google.inject.Inject;
import com.google.inject.Scopes;
import jakarta.inject.Named;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.caravan.machine.checked.ProviderAnswer;
import org.jclouds.Constants;
import org.jclouds.http.HttpCommandExecutorService;
import org.jclouds.http.HttpResponse;
import org.jclouds.http.HttpUtils;
import org.jclouds.http.IOExceptionRetryHandler;
import org.jclouds.http.config.ConfiguresHttpCommandExecutorService;
import org.jclouds.http.config.SSLModule;
import org.jclouds.http.handlers.DelegatingErrorHandler;
import org.jclouds.http.handlers.DelegatingRetryHandler;
import org.jclouds.http.internal.HttpWire;
import org.jclouds.http.internal.JavaUrlHttpCommandExecutorService;
import org.jclouds.io.ContentMetadataCodec;
import org.jclouds.io.Payloads;

/**
 * Module for jclouds that reads each answer within the limits of {@link ProviderAnswer} before jclouds parses it. jclouds itself limits
 * the time between two packets only, and its parsers of XML expand entities.
 */
@ConfiguresHttpCommandExecutorService
public final class BoundedAnswers extends AbstractModule {

    /** Answers that one operation of an adapter may read; a list with a next page forever ends here. */
    private static final int MOST_ANSWERS = 2_000;
    private static final ThreadLocal<Operation> OPERATION = new ThreadLocal<>();

    /** An operation of this thread, with its limits of answers and time. */
    static final class Operation implements AutoCloseable {

        private static final Duration MOST_TIME = Duration.ofMinutes(10);

        private final long start = System.nanoTime();
        private int answers;

        private Operation() {}

        private void count() throws IOException {
            if (++answers > MOST_ANSWERS || System.nanoTime() - start > MOST_TIME.toNanos()) {
                throw new IOException("it needs more than %d answers or %d min".formatted(MOST_ANSWERS, MOST_TIME.toMinutes()));
            }
        }

        @Override
        public void close() {
            OPERATION.remove();
        }
    }

    /** Limits what this thread asks until the operation is closed. */
    static Operation operation() {
        OPERATION.set(new Operation());
        return OPERATION.get();
    }

    @Override
    protected void configure() {
        install(new SSLModule());
        bind(HttpCommandExecutorService.class).to(Client.class).in(Scopes.SINGLETON);
    }

    /** The client of jclouds, with limits. */
    static final class Client extends JavaUrlHttpCommandExecutorService {

        private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "jclouds-answers");
            thread.setDaemon(true);
            return thread;
        });

        private static final int LOWEST_STATUS = 100;

        private final Duration timeout;

        /** The parameters of the superclass, and the time limit of one whole answer in ms. */
        @Inject
        Client(HttpUtils utils, ContentMetadataCodec metadata, DelegatingRetryHandler retries, IOExceptionRetryHandler ioRetries,
                DelegatingErrorHandler errors, HttpWire wire, @Named("untrusted") HostnameVerifier verifier,
                @Named("untrusted") Supplier<SSLContext> untrusted, Function<URI, Proxy> proxies,
                @Named(Constants.PROPERTY_IDEMPOTENT_METHODS) String idempotent,
                @Named(Constants.PROPERTY_OUTPUT_SOCKET_BUFFER_SIZE) int buffer, @Named(Constants.PROPERTY_USER_AGENT) String agent,
                @Named(Constants.PROPERTY_SO_TIMEOUT) int timeout) {
            super(utils, metadata, retries, ioRetries, errors, wire, verifier, untrusted, proxies, idempotent, buffer, agent);
            this.timeout = Duration.ofMillis(timeout);
        }

        @Override
        protected HttpResponse invoke(HttpURLConnection connection) throws IOException, InterruptedException {
            Operation operation = OPERATION.get();
            if (operation != null) {
                operation.count();
            }
            AtomicBoolean late = new AtomicBoolean();
            ScheduledFuture<?> end = WATCH.schedule(() -> {
                late.set(true);
                connection.disconnect();
            }, timeout.toMillis(), TimeUnit.MILLISECONDS);
            try {
                HttpResponse response = super.invoke(connection);
                if (late.get()) { // the superclass takes a closed connection for an empty answer
                    throw ProviderAnswer.tooSlow(timeout);
                }
                if (response.getStatusCode() < LOWEST_STATUS) {
                    throw new IOException("its answer is not HTTP");
                }
                return whole(response);
            } catch (ProviderAnswer.Beyond e) {
                connection.disconnect(); // closing the stream would read what follows
                throw e;
            } catch (IOException | RuntimeException e) {
                if (late.get()) {
                    throw ProviderAnswer.tooSlow(timeout);
                }
                throw e;
            } finally {
                end.cancel(false);
            }
        }

        private HttpResponse whole(HttpResponse response) throws IOException {
            if (response.getPayload() == null) {
                return response;
            }
            InputStream stream = response.getPayload().openStream();
            byte[] body = ProviderAnswer.read(stream, response.getPayload().getContentMetadata().getContentEncoding(), timeout);
            stream.close();
            var payload = Payloads.newByteArrayPayload(body);
            payload.setContentMetadata(response.getPayload().getContentMetadata());
            payload.getContentMetadata().setContentLength((long) body.length);
            return response.toBuilder().payload(payload).build();
        }
    }
}
