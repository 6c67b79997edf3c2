# COMMAND to the router that the copy is, and its answer. One that has just been started is about to listen.
require_ours
running || fault FAILED "The router ($LABEL) does not run on the host ($HOST)." "look why it ended: caravan status."
tell_router "$(field router | cut -d ' ' -f 2)" "$COMMAND" 100 ||
    fault FAILED "The router ($LABEL) on host ($HOST) does not answer at its control port." "read its log."
