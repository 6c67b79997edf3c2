package org.caravan.server.call;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.server.trace.Traced;
import org.caravan.ssh.Machine;
import org.caravan.ssh.ShellFault;

/** Invocation handler of an instrumented port: times and traces each call that leaves the server. */
final class CallHandler implements InvocationHandler {

    private final InstrumentedCalls watch;
    private final Object real;
    private final String port;
    private final String provider;

    CallHandler(InstrumentedCalls watch, Object real, String port, String provider) {
        this.watch = watch;
        this.real = real;
        this.port = port;
        this.provider = provider;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class && method.getName().equals("equals")) {
            return proxy == arguments[0];
        }
        return leavesTheServer(method) ? watched(method, arguments) : watch.answered(made(method, arguments), provider);
    }

    private static boolean leavesTheServer(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return types.length > 0 && (types[0] == Host.class || types[0] == Region.class || types[0] == Machine.class);
    }

    private Object watched(Method method, Object[] arguments) throws Throwable {
        long begun = System.nanoTime();
        String outcome = "done";
        try (Traced traced = watch.begin(port, method.getName()).with("adapter", provider)) {
            Arrays.stream(arguments).forEach(argument -> describe(traced, argument));
            try {
                return made(method, arguments);
            } catch (Throwable fault) {
                outcome = kind(fault);
                traced.failed(outcome);
                throw fault;
            }
        } finally {
            watch.ended(port, provider, method.getName(), outcome, System.nanoTime() - begun);
        }
    }

    private Object made(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException fault) {
            throw fault.getCause();
        }
    }

    private static void describe(Traced traced, Object argument) {
        if (argument instanceof Host host) {
            traced.with("host", host.id());
        } else if (argument instanceof Machine machine) {
            traced.with("host", machine.id());
        } else if (argument instanceof Region region) {
            traced.with("region", region.name());
        } else if (argument instanceof CopyId copy) {
            traced.with("copy", copy.label());
        }
    }

    private static String kind(Throwable fault) {
        if (fault instanceof AdapterFault known) {
            return known.kind().name().toLowerCase(Locale.ROOT);
        }
        return fault instanceof ShellFault known ? known.kind().name().toLowerCase(Locale.ROOT) : "failed";
    }
}
