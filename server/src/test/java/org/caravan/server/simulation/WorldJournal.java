package org.caravan.server.simulation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.journal.Target;
import org.caravan.plan.DeploymentPlan;

/**
 * The real journal as one server reaches it: the server may die before and after each write, the disk may be full, the database may be
 * out of reach, and a server that no longer leads is fenced off.
 */
final class WorldJournal implements InvocationHandler {

    private final World world;
    private final SimulatedServer server;
    private final RunStore journal;

    private WorldJournal(World world, SimulatedServer server, RunStore journal) {
        this.world = world;
        this.server = server;
        this.journal = journal;
    }

    static RunStore of(World world, SimulatedServer server, RunStore journal) {
        return (RunStore) Proxy.newProxyInstance(RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class},
                new WorldJournal(world, server, journal));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        boolean writes = ReadOnce.WRITES.contains(name);
        if (writes) {
            server.point();
        }
        server.mustLive();
        if (server.parted()) {
            throw new StoreFault("The database does not answer.\nMaybe wait until it does.", null, true);
        }
        if (writes && server.diskFull()) {
            throw new StoreFault("The disk of the journal is full.\nMaybe free some space.", null, true);
        }
        if (name.equals("lead") || name.equals("close")) {
            return null; // the fence of a shared database is part of the world
        }
        if (writes && !world.leads(server)) {
            throw new StoreFault("Another server leads.\nMaybe look at its log.", null);
        }
        Optional<DeploymentPlan> before = name.equals("begin") ? journal.target(((DeploymentPlan) arguments[0]).application())
                .map(Target::plan) : Optional.empty();
        Object result = call(method, arguments);
        if (name.equals("begin")) {
            world.watch.begun((DeploymentPlan) arguments[0], before);
        }
        if (name.equals("runEnded")) {
            world.trace.tell("deployment " + arguments[0] + " is " + arguments[1] + described(arguments[2]));
        }
        if (writes) {
            world.trace.note("server " + server.number + " writes " + name);
            server.point();
        }
        return result;
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(journal, arguments);
        } catch (InvocationTargetException fault) {
            throw fault.getCause();
        }
    }

    private static String described(Object error) {
        return ((Optional<?>) error).map(text -> ": " + text.toString().lines().findFirst().orElse("")).orElse("");
    }
}
