package org.caravan.server.broker;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.caravan.server.data.StorageTrouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces stack traces of the broker library and its clients by two lines if the disk is the cause, at most once a minute. A full disk
 * otherwise fills the log with them, because these libraries retry.
 */
final class BrokerDiskFaults extends Filter<ILoggingEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerDiskFaults.class);
    private static final List<String> LIBRARIES = List.of("org.apache.activemq.", "org.apache.camel.", "org.springframework.jms.");
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private final Path folder;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    private BrokerDiskFaults(Path folder) {
        this.folder = folder;
    }

    /**
     * Filters all appenders of this process from now on; does nothing with another logging library.
     *
     * @param folder on the broker's disk
     */
    static void install(Path folder) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            BrokerDiskFaults filter = new BrokerDiskFaults(folder);
            context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders().forEachRemaining(appender -> appender.addFilter(filter));
        }
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        if (!(event.getThrowableProxy() instanceof ThrowableProxy proxy)
                || LIBRARIES.stream().noneMatch(event.getLoggerName()::startsWith)) {
            return FilterReply.NEUTRAL;
        }
        Optional<StorageTrouble> trouble = StorageTrouble.of(proxy.getThrowable(), Optional.of(folder));
        trouble.ifPresent(this::report);
        return trouble.isPresent() ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    private void report(StorageTrouble trouble) {
        long due = next.get();
        if (System.nanoTime() - due >= 0 && next.compareAndSet(due, System.nanoTime() + PAUSE)) {
            LOG.warn("The message broker cannot store messages: {}\nMaybe {}", trouble.detail(), trouble.suggestion());
        }
    }
}
