package org.caravan.server;

import java.util.List;

/** Provokes the exit codes of changes of bandwidth, by the answers that a server may give. */
final class BandwidthExitCodes {

    private BandwidthExitCodes() {}

    static void provoke(ExitCodeWalk walk, CannedNode canned) {
        walk.ok("bandwidth");
        for (String command : List.of("bandwidth set", "bandwidth reset")) {
            String[] arguments = command.equals("bandwidth set")
                    ? new String[] {"shop/web:1", "min", "1Mbit/s"} : new String[] {"shop/web:1"};
            canned.answer(answer("GRANTED", "\"deploymentId\":\"1\",\"state\":\"DONE\""));
            walk.canned(command, 0, arguments);
            canned.answer(answer("REFUSED", "\"reasons\":[\"no host is left\"]"));
            walk.canned(command, 1, arguments);
            canned.answer(answer("PROPOSED", "\"planId\":\"0123456789abcdef\",\"diffText\":\"web:1 moves\""));
            walk.canned(command, 2, arguments);
            canned.answer(answer("GRANTED", "\"deploymentId\":\"1\",\"state\":\"UNDONE\""));
            walk.canned(command, 3, arguments);
        }
    }

    private static String answer(String outcome, String more) {
        return "{\"outcome\":\"" + outcome + "\",\"text\":\"web:1\"," + more + "}";
    }
}
