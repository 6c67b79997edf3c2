package org.caravan.server.rest.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class LimitedBodyTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private static LimitedBody body(InputStream content, Duration longest) {
        return new LimitedBody(new ServletInputStream() {
            @Override
            public int read() throws IOException {
                return content.read();
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return content.read(target, offset, length);
            }

            @Override
            public boolean isFinished() {
                return false;
            }

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setReadListener(ReadListener listener) {
                throw new UnsupportedOperationException("read only");
            }
        }, 100, 1, longest);
    }

    /** As of a client that sends at the minimum rate. */
    @Test
    void aBodyThatTakesTooLongIsRefusedAlthoughItsRateIsEnough() {
        BodyRejected refused = catchThrowableOfType(BodyRejected.class,
                () -> body(new ByteArrayInputStream(new byte[10]), Duration.ZERO).readAllBytes());
        assertThat(refused.problem().getStatus()).isEqualTo(HttpStatus.REQUEST_TIMEOUT.value());
        assertThat(refused.problem().getDetail()).contains("did not arrive within");
    }

    @Test
    void aBodyWithinTheLimitsIsReadByBytesAndByBlocks() throws IOException {
        assertThat(body(new ByteArrayInputStream(new byte[] {(byte) 0xff}), LONG).read()).isEqualTo(0xff);
        assertThat(body(new ByteArrayInputStream(new byte[0]), Duration.ZERO).read()).isEqualTo(-1);
        assertThat(body(new ByteArrayInputStream(new byte[100]), LONG).readAllBytes()).hasSize(100);
        assertThat(catchThrowableOfType(BodyRejected.class, () -> body(new ByteArrayInputStream(new byte[101]), LONG).readAllBytes())
                .problem().getStatus()).isEqualTo(HttpStatus.CONTENT_TOO_LARGE.value());
    }

    @Test
    void aBodyThatStallsIsRefusedHoweverItIsRead() {
        InputStream stalled = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException(new SocketTimeoutException());
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                throw new IOException(new SocketTimeoutException());
            }
        };
        assertThat(catchThrowableOfType(BodyRejected.class, () -> body(stalled, LONG).read()).problem().getStatus()).isEqualTo(408);
        assertThat(catchThrowableOfType(BodyRejected.class, () -> body(stalled, LONG).readAllBytes()).problem().getStatus()).isEqualTo(408);
    }

    /** At the minimum rate, as the client sends it. */
    @Test
    void aPieceOfAnImageArrivesInTimeAtTheMinimumRate() {
        Duration slowest = Duration.ofSeconds((8 << 20) / (4 << 10));
        assertThat(BodyLimit.longest("/api/v1/image-uploads/7")).isGreaterThan(slowest);
        assertThat(BodyLimit.longest("/api/v1/applications/shop")).isEqualTo(LONG);
    }

    @Test
    void theRateCountsAfterAGracePeriod() {
        assertThat(LimitedBody.tooSlow(0, Duration.ofSeconds(10), 100)).isFalse();
        assertThat(LimitedBody.tooSlow(999, Duration.ofSeconds(20), 100)).isTrue();
        assertThat(LimitedBody.tooSlow(1000, Duration.ofSeconds(20), 100)).isFalse();
    }
}
