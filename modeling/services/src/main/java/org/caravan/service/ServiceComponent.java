package org.caravan.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;

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
 */
record ServiceComponent(String summary, boolean stateful, int capacity, String capacityReason, Form form, String endpoint, int port,
        Optional<String> readyPath, Request request, List<LayerFile> layer, boolean secrets) {

    /**
     * Resources of one copy, in words of the language.
     *
     * @param cpu {@code 0.2..1}
     * @param memory {@code 160..256 MiB}
     * @param disk {@code 1 GiB}
     * @param environment variables by name
     * @param remark what to consider when the values are changed
     */
    record Form(String cpu, String memory, String disk, Map<String, String> environment, String remark) {}

    /**
     * Request of users.
     *
     * @param name in the model
     * @param pattern {@code when GET "/"}; empty if it is not HTTP
     * @param hop turns, bytes and service time
     */
    record Request(String name, String pattern, String hop) {}
}
