package org.caravan.client;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The server refused or could not be asked; the message is for the user as it stands. */
public final class ApiFault extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final String WAY_OUT = "\n    Maybe ";

    private final String code;
    private final transient JsonNode problem;

    public ApiFault(String code, String message) {
        this(code, message, null);
    }

    /** @param problem what the server said of it; null if it was not the server */
    ApiFault(String code, String message, JsonNode problem) {
        super(message);
        this.code = code;
        this.problem = problem;
    }

    /** The stable code of the server's problem document, or of ours. */
    public String code() {
        return code;
    }

    /** For people: in the form of diagnostics, which are there as they are. */
    public String shown() {
        if (problem != null && !problem.path("diagnostics").isEmpty()) {
            return getMessage();
        }
        String[] parts = getMessage().split(WAY_OUT, 2);
        return "error: " + parts[0] + " [" + code + "]" + (parts.length > 1 ? WAY_OUT + parts[1] : "");
    }

    /**
     * For programs: the server's problem document (RFC 9457), or one with the same members where nobody got as far as asking it
     * ({@code code}, {@code detail}, {@code suggestion}, {@code diagnostics}), and in {@code text} what people are shown.
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
