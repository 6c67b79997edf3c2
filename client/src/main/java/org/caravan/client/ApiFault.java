package org.caravan.client;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Signals that the server refused a request or is unreachable. The message is written for the user. */
public final class ApiFault extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final String WAY_OUT = "\n    Maybe ";

    private final String code;
    private final transient JsonNode problem;

    public ApiFault(String code, String message) {
        this(code, message, null);
    }

    /** @param problem problem document of the server; null if the fault is not from the server */
    ApiFault(String code, String message, JsonNode problem) {
        super(message);
        this.code = code;
        this.problem = problem;
    }

    /** Stable code of the server's problem document, or of the client's own fault. */
    public String code() {
        return code;
    }

    /** Text for users, in the form of diagnostics. Diagnostics in the message are kept unchanged. */
    public String shown() {
        if (problem != null && !problem.path("diagnostics").isEmpty()) {
            return getMessage();
        }
        String[] parts = getMessage().split(WAY_OUT, 2);
        return "error: " + parts[0] + " [" + code + "]" + (parts.length > 1 ? WAY_OUT + parts[1] : "");
    }

    /**
     * Document for programs: the server's problem document (RFC 9457), or one with the same members if the server was not reached
     * ({@code code}, {@code detail}, {@code suggestion}, {@code diagnostics}). The member {@code text} is the text for users.
     */
    public JsonNode document() {
        ObjectNode document = JsonMapper.builder().build().createObjectNode();
        String[] parts = getMessage().split(WAY_OUT, 2);
        document.put("code", code).put("detail", parts[0]).put("suggestion", parts.length > 1 ? parts[1] : "");
        document.putArray("diagnostics");
        if (problem instanceof ObjectNode said) {
            document.setAll(said);
        }
        return document.put("text", shown());
    }
}
