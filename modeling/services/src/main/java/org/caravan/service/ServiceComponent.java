package org.caravan.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.application.RequestPattern;

/**
 * The component of a service, with the values that an expert chooses for it.
 *
 * @param summary one sentence about the upload and the engine, for the head of the model
 * @param stateful whether it stores data, and so has one copy
 * @param capacity requests per second of one copy; not used for stateful components
 * @param capacityReason sentence that explains the capacity; for a stateful component, the line that explains its one copy
 * @param form resources of a copy
 * @param endpoint name of its endpoint, which is also the protocol
 * @param port TCP port of the endpoint
 * @param readyPath path that answers a GET with 200 as soon as the copy is ready; absent: ready when the port accepts connections
 * @param request name, and volume of one request
 * @param layer files that the upload adds to the engine's image
 * @param secrets whether the service has a generated password, mounted as {@code /run/secrets/password}
 * @param additional component beside this one, of one copy; absent for most services
 */
record ServiceComponent(String summary, boolean stateful, int capacity, String capacityReason, Form form, String endpoint, int port,
        Optional<String> readyPath, Request request, List<LayerFile> layer, boolean secrets, Optional<Additional> additional) {

    ServiceComponent(String summary, boolean stateful, int capacity, String capacityReason, Form form, String endpoint, int port,
            Optional<String> readyPath, Request request, List<LayerFile> layer, boolean secrets) {
        this(summary, stateful, capacity, capacityReason, form, endpoint, port, readyPath, request, layer, secrets, Optional.empty());
    }

    Optional<Lead> lead() {
        return additional(Lead.class);
    }

    Optional<Broker> broker() {
        return additional(Broker.class);
    }

    Optional<Coordinator> coordinator() {
        return additional(Coordinator.class);
    }

    private <A extends Additional> Optional<A> additional(Class<A> type) {
        return additional.filter(type::isInstance).map(type::cast);
    }

    /**
     * Resources of one copy, in words of the language.
     *
     * @param cpu {@code 0.2..1}
     * @param memory {@code 160..256 MiB}
     * @param disk {@code 1 GiB}
     * @param environment variables by name
     * @param remark what to consider when the values are changed
     * @param image of an engine; absent: the image of the service. Only a change of its own image recreates a copy.
     */
    record Form(String cpu, String memory, String disk, Map<String, String> environment, String remark, Optional<String> image) {

        Form(String cpu, String memory, String disk, Map<String, String> environment, String remark) {
            this(cpu, memory, disk, environment, remark, Optional.empty());
        }
    }

    /**
     * Request of users.
     *
     * @param name in the model
     * @param pattern {@code when GET "/"}; empty if it is not HTTP
     * @param hop turns, bytes and service time
     */
    record Request(String name, String pattern, String hop) {

        /** A request with any method that routers recognise, to any path. */
        static Request ofHttp(String name, String hop) {
            return new Request(name, RequestPattern.METHODS.stream().sorted().map(method -> method + " \"/**\"")
                    .collect(Collectors.joining(", ", "when ", "")), hop);
        }
    }

    /** A component of one copy beside that of the service, in the same model. */
    sealed interface Additional {

        /** Name of the component, and of its host for the others. */
        String name();

        Form form();
    }

    /**
     * Users call it. It requires the component of the service and knows its copies.
     *
     * @param port TCP port that its users call
     * @param hop turns, bytes and service time of its calls to the component of the service
     */
    record Lead(Form form, int port, String hop) implements Additional {

        @Override
        public String name() {
            return "lead";
        }
    }

    /**
     * A stateful one, which users call, and which keeps work for the copies of the component of the service.
     *
     * @param endpoint name of its endpoint, which is also the protocol
     * @param port TCP port that its users and the component of the service call
     * @param backlog program in its copy that prints the number of pieces of work that wait or run
     */
    record Broker(Form form, String endpoint, int port, String backlog) implements Additional {

        @Override
        public String name() {
            return "broker";
        }
    }

    /**
     * A stateful one without users, which gives work to the copies of the component of the service. These also reach each other.
     *
     * @param port TCP port of its interface, which no other component calls
     * @param readyPath path that answers a GET with 200 as soon as the copy is ready
     * @param endpoints ports that the component of the service calls, by name of the endpoint
     * @param busy program in each copy of the component of the service that prints the share of time in which it works, in percent
     */
    record Coordinator(Form form, int port, String readyPath, Map<String, Integer> endpoints, String busy) implements Additional {

        Coordinator {
            endpoints = new TreeMap<>(endpoints);
        }

        @Override
        public String name() {
            return "manager";
        }
    }
}
