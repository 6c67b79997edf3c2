package org.caravan.adapter.node.router;

/** Port to the control interface of an HAProxy process. */
@FunctionalInterface
public interface RouterControl {

    /**
     * Sends one command and returns its whole answer.
     *
     * @throws org.caravan.adapter.AdapterFault UNREACHABLE if the router does not answer
     */
    String ask(String command);
}
