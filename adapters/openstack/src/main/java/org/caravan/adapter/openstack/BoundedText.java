package org.caravan.adapter.openstack;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.caravan.machine.checked.ProviderAnswer;

/**
 * Response body as UTF-8 with a size limit above any response of OpenStack. A larger body is not read further, and its request
 * fails.
 */
final class BoundedText implements BodySubscriber<String> {

    private final int most;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<String> body = new CompletableFuture<>();
    private Flow.Subscription subscription;

    /** @param most size limit in bytes */
    BoundedText(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<String> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            if (read.size() + part.remaining() > most) {
                subscription.cancel();
                body.completeExceptionally(ProviderAnswer.tooLarge());
                return;
            }
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            read.writeBytes(bytes);
        }
        subscription.request(1);
    }

    @Override
    public void onError(Throwable fault) {
        body.completeExceptionally(fault);
    }

    @Override
    public void onComplete() {
        body.complete(read.toString(StandardCharsets.UTF_8));
    }
}
