package org.caravan.server.call;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.HostRental;
import org.caravan.machine.MachineCloud;
import org.caravan.server.trace.Traced;
import org.caravan.server.trace.Traces;
import org.caravan.ssh.Shell;
import org.springframework.stereotype.Component;

/**
 * Instruments the ports to hosts and clouds, with dynamic proxies that also cover future methods. Each call that names a host, machine or
 * region is timed; it is a span if its thread is traced. Commands are not recorded, because they may contain confidential data.
 */
@Component
public class InstrumentedCalls {

    private final MeterProvider<Timer> timers;
    private final Traces traces;

    InstrumentedCalls(MeterRegistry registry, Traces traces) {
        this.timers = Timer.builder("caravan.call").description("Calls to external systems, by result")
                .serviceLevelObjectives(Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(10),
                        Duration.ofMinutes(1)).withRegistry(registry);
        this.traces = traces;
    }

    /** Instruments an adapter, including its {@link HostRental}, if it has one. */
    public CloudAdapter of(CloudAdapter adapter) {
        return watched(CloudAdapter.class, adapter, "adapter", adapter.provider());
    }

    public MachineCloud of(MachineCloud cloud) {
        return watched(MachineCloud.class, cloud, "cloud", cloud.provider());
    }

    public Shell of(Shell shell) {
        return watched(Shell.class, shell, "ssh", "ssh");
    }

    private <T> T watched(Class<T> port, T real, String name, String provider) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, new CallHandler(this, real, name, provider)));
    }

    /** Instruments a port that another port returns. */
    Object answered(Object answer, String provider) {
        return answer instanceof Optional<?> optional && optional.isPresent() && optional.get() instanceof HostRental rental
                ? Optional.of(watched(HostRental.class, rental, "rental", provider)) : answer;
    }

    Traced begin(String port, String call) {
        return traces.context().isPresent() ? traces.begin(Traces.Side.ASKS, port + " " + call) : Traced.NONE;
    }

    void ended(String port, String provider, String call, String outcome, long nanos) {
        timers.withTags("port", port, "adapter", provider, "call", call, "outcome", outcome).record(Duration.ofNanos(nanos));
    }
}
