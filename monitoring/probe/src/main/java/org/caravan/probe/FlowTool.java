package org.caravan.probe;

import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbePoint;

/** What sends and receives a flow: the commands of both sides, started in a folder of their own on the machine. */
enum FlowTool {
    /** NetPerfMeter 1.9.4, as the figures of the literature were measured. */
    NETPERFMETER("netperfmeter", "its kernel has no SCTP, which netperfmeter wants even for TCP: modprobe sctp") {
        @Override
        String receiver(Flow flow) {
            return "netperfmeter " + flow.port() + " -control-over-tcp -local=" + flow.order().to().address() + " -quiet -quiet";
        }

        @Override
        String sender(Flow flow) {
            String source = flow.order().from().address();
            return "netperfmeter " + target(flow.order().to(), flow.port()) + " -control-over-tcp -local=" + source
                    + " -controllocal=" + source + " -runtime=" + flow.order().seconds()
                    + " -vector= -scalar=x.sca -config=x.config -quiet -quiet -tcp const0:const1400:const0:const0:cc="
                    + flow.congestionControl() + ":sndbuf=" + flow.bufferBytes() + ":rcvbuf=" + flow.bufferBytes();
        }

        private String target(ProbePoint to, int port) {
            return to.at().family() == IpFamily.IPV4 ? to.address() + ":" + port : "[" + to.address() + "]:" + port;
        }
    },

    /** Our own, where NetPerfMeter is not installed; its samples say so. */
    BUILT_IN("caravan-tcp", "it lacks the address, or its python3 is older than 3.6") {
        @Override
        String receiver(Flow flow) {
            return "python3 \"$d/tcp-probe.py\" receive " + flow.order().to().address() + " " + flow.port() + " " + flow.limitSeconds();
        }

        @Override
        String sender(Flow flow) {
            return "python3 \"$d/tcp-probe.py\" send " + flow.order().from().address() + " " + flow.order().to().address() + " "
                    + flow.port() + " " + flow.order().seconds() + " " + flow.congestionControl()
                    + flow.order().most().map(most -> " " + most.value()).orElse("");
        }
    };

    private final String probe;
    private final String wayOut;

    FlowTool(String probe, String wayOut) {
        this.probe = probe;
        this.wayOut = wayOut;
    }

    /** As it stands in a sample. */
    String probe() {
        return probe;
    }

    /** Whether the sender itself ends a flow that has sent what it may. Whoever ended it then would end it before it has written what it found. */
    boolean endsByBytes() {
        return this == BUILT_IN;
    }

    /** What may be the cause if its receiver does not start, as words after Maybe. */
    String wayOut() {
        return wayOut;
    }

    /** What the scripts of both sides read from standard input and keep beside them. */
    byte[] input() {
        return this == BUILT_IN ? TcpProbeProgram.text() : new byte[0];
    }

    abstract String receiver(Flow flow);

    abstract String sender(Flow flow);
}
