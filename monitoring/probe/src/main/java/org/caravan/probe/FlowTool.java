package org.caravan.probe;

import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.ProbePoint;

/** Tool that sends and receives a flow: the commands of both sides, which run in a temporary folder on the machine. */
enum FlowTool {
    /** NetPerfMeter 1.9.4, the tool of the published measurements. */
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

    /** Caravan's own program, for machines without NetPerfMeter; samples are labelled with its name. */
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
    },

    /** Packet trains of Caravan's own program; see {@link TrainProbe}, which sends them. */
    TRAINS("packet train", "it lacks the address, or its python3 is older than 3.6") {
        @Override
        String receiver(Flow flow) {
            return "python3 \"$d/tcp-probe.py\" trains " + flow.order().to().address() + " " + flow.port() + " " + flow.limitSeconds();
        }

        @Override
        String sender(Flow flow) {
            throw new IllegalStateException("packet trains are no flow");
        }
    };

    private final String probe;
    private final String wayOut;

    FlowTool(String probe, String wayOut) {
        this.probe = probe;
        this.wayOut = wayOut;
    }

    /** Name of the tool in samples. */
    String probe() {
        return probe;
    }

    /**
     * Whether the sender itself ends a flow at its payload limit. Such a sender must not be stopped from outside, because it would end
     * before it writes its results.
     */
    boolean endsByBytes() {
        return this == BUILT_IN;
    }

    /** Possible cause if the receiver does not start, worded to follow "Maybe". */
    String wayOut() {
        return wayOut;
    }

    /** Standard input of the scripts of both sides, which they store in their folder. */
    byte[] input() {
        return this != NETPERFMETER ? TcpProbeProgram.text() : new byte[0];
    }

    abstract String receiver(Flow flow);

    abstract String sender(Flow flow);
}
