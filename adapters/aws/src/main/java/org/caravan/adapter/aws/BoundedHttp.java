package org.caravan.adapter.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.caravan.machine.checked.ProviderAnswer;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * HTTP client that reads each answer within the limits of {@link ProviderAnswer} before the SDK parses it. The SDK limits the time between
 * two packets only, reads bodies of any size, expands compressed ones, and parses nested elements recursively.
 */
final class BoundedHttp implements SdkHttpClient {

    /** An answer that is not read further. No {@link IOException}, after which the SDK would repeat the request. */
    static final class Unusable extends SdkClientException {

        private static final long serialVersionUID = 1L;

        Unusable(ProviderAnswer.Beyond cause) {
            super(SdkClientException.builder().message(cause.getMessage()).cause(cause));
        }
    }

    private final SdkHttpClient http;
    private final Duration timeout;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(BoundedHttp::daemon);

    /** @param timeout time limit of one whole answer, from the request to its last byte */
    BoundedHttp(SdkHttpClient http, Duration timeout) {
        this.http = http;
        this.timeout = timeout;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "aws-answers");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = http.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(prepared);
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    /** Closes the connection when the time is over, because a head may arrive as slowly as a body. */
    private HttpExecuteResponse answer(ExecutableHttpRequest prepared) throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        ScheduledFuture<?> end = watch.schedule(() -> {
            late.set(true);
            prepared.abort();
        }, timeout.toNanos(), TimeUnit.NANOSECONDS);
        try {
            HttpExecuteResponse response = prepared.call();
            if (response.responseBody().isEmpty()) {
                return response;
            }
            byte[] body = read(response);
            return HttpExecuteResponse.builder().response(response.httpResponse())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body))).build();
        } catch (IOException | UncheckedIOException e) {
            if (late.get()) {
                throw new Unusable(ProviderAnswer.tooSlow(timeout));
            }
            throw e;
        } finally {
            end.cancel(false);
        }
    }

    private byte[] read(HttpExecuteResponse response) throws IOException {
        AbortableInputStream body = response.responseBody().orElseThrow();
        byte[] read;
        try {
            read = ProviderAnswer.read(body, response.httpResponse().firstMatchingHeader("Content-Encoding").orElse(""), timeout);
            body.close();
        } catch (ProviderAnswer.Beyond e) {
            body.abort(); // closing would read what follows
            throw new Unusable(e);
        }
        return read;
    }

    @Override
    public String clientName() {
        return http.clientName();
    }

    @Override
    public void close() {
        watch.shutdownNow();
        http.close();
    }
}
