package org.caravan.server.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.Order;

/** A server is not up before its start has finished, whatever fails on the way. */
class ServerHealthTest {

    /** Stands for recovery and leadership, which run in listeners of the same event. */
    static final class Recovery {

        private final AtomicReference<Boolean> startedMeanwhile = new AtomicReference<>();
        private final ServerHealth health;
        private boolean fails;

        Recovery(ServerHealth health) {
            this.health = health;
        }

        @Order(0)
        @EventListener
        void recover(AvailabilityChangeEvent<ReadinessState> change) {
            startedMeanwhile.set(health.started());
            if (fails) {
                throw new IllegalStateException("the disk is full");
            }
        }
    }

    private static GenericApplicationContext context() {
        GenericApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(ServerHealth.class, () -> new ServerHealth(List.of(new HealthCheck() {
            @Override
            public String name() {
                return "disk";
            }

            @Override
            public Optional<String> whatIsWrong() {
                return Optional.empty();
            }
        }), Clock.systemUTC()));
        context.registerBean(Recovery.class, () -> new Recovery(context.getBean(ServerHealth.class)));
        context.refresh();
        return context;
    }

    private static void change(ApplicationEventPublisher context, ReadinessState state) {
        AvailabilityChangeEvent.publish(context, context, state);
    }

    @Test
    void itHasStartedWhenAllOtherListenersHave() {
        try (GenericApplicationContext context = context()) {
            ServerHealth health = context.getBean(ServerHealth.class);
            assertThat(health.started()).isFalse();
            change(context, ReadinessState.REFUSING_TRAFFIC);
            AvailabilityChangeEvent.publish(context, context, LivenessState.CORRECT);
            assertThat(health.started()).isFalse();
            change(context, ReadinessState.ACCEPTING_TRAFFIC);
            assertThat(context.getBean(Recovery.class).startedMeanwhile.get()).as("while recovery ran").isFalse();
            assertThat(health.started()).isTrue();
            await().until(() -> health.latest().at().isPresent());
        }
    }

    @Test
    void itHasNotStartedWhenOneOfThemFails() {
        try (GenericApplicationContext context = context()) {
            context.getBean(Recovery.class).fails = true;
            assertThat(catchThrowable(() -> change(context, ReadinessState.ACCEPTING_TRAFFIC))).isNotNull();
            assertThat(context.getBean(ServerHealth.class).started()).isFalse();
        }
    }
}
