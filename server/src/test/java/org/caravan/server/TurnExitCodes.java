package org.caravan.server;

/** Provokes the exit codes of captures, by the answers that a server may give. */
final class TurnExitCodes {

    private TurnExitCodes() {}

    static void provoke(ExitCodeWalk walk, CannedNode canned) {
        capture(walk, canned, true, 3, 0);
        capture(walk, canned, true, 0, 1);
        capture(walk, canned, false, 3, 2);
    }

    private static void capture(ExitCodeWalk walk, CannedNode canned, boolean fits, int samples, int code) {
        canned.answer(("{\"id\":\"1\",\"state\":\"DONE\",\"progress\":1,\"result\":{\"captured\":3,\"overlapping\":0,\"unanswered\":0,"
                + "\"unrecognised\":0,\"unassignedConnections\":0,\"cut\":false,\"fits\":%s,\"clocks\":[],"
                + "\"requests\":[{\"request\":\"home\",\"samples\":%d,\"elapsedMillis\":1,\"fits\":%s,\"hops\":[]}],\"notes\":[]}}")
                .formatted(fits, samples, fits));
        walk.canned("turns capture", code, "shop");
    }
}
