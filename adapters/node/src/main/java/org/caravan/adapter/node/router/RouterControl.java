package org.caravan.adapter.node.router;

/** Port to the control interface of one HAProxy, wherever it runs. */
@FunctionalInterface
public interface RouterControl {

    /**
     * One command and its whole answer.
     *
     * @throws org.caravan.adapter.AdapterFault UNREACHABLE if the router does not answer
     */
    String ask(String command);
}
