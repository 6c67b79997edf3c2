package org.caravan.server.editor;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.server.organisation.Reach;
import org.springframework.security.core.Authentication;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import org.springframework.web.util.UriComponentsBuilder;

/** A message of the socket is one of the Language Server Protocol; a page's language server ends with its socket. */
final class LanguageSocket extends TextWebSocketHandler {

    /** Each keeps an index and threads. */
    private static final int PAGES_AT_ONCE = 8;

    private static final int SEND_LIMIT_MS = 10_000;
    private static final int LARGEST_MESSAGE = 4 << 20;

    private final Drafts drafts;
    private final Map<String, Conversation> open = new ConcurrentHashMap<>();

    LanguageSocket(Drafts drafts) {
        this.drafts = drafts;
    }

    @Override
    public void afterConnectionEstablished(WebSocketSession session) throws IOException {
        if (open.size() >= PAGES_AT_ONCE) {
            session.close(CloseStatus.SERVICE_OVERLOAD.withReason("Eight pages are editing. Maybe close one of them."));
            return;
        }
        WebSocketSession told = new ConcurrentWebSocketSessionDecorator(session, SEND_LIMIT_MS, LARGEST_MESSAGE);
        Conversation conversation = new Conversation(drafts.of(application(session), reach(session)), text -> told.sendMessage(new TextMessage(text)));
        open.put(session.getId(), conversation);
        conversation.begin();
    }

    private static Reach reach(WebSocketSession session) {
        return Reach.of(session.getPrincipal() instanceof Authentication caller ? caller : null);
    }

    private static String application(WebSocketSession session) {
        return Optional.ofNullable(UriComponentsBuilder.fromUri(session.getUri()).build().getQueryParams().getFirst("application")).orElse("");
    }

    /** A model can be larger than a socket's buffer. */
    @Override
    public boolean supportsPartialMessages() {
        return true;
    }

    @Override
    protected void handleTextMessage(WebSocketSession session, TextMessage message) throws IOException {
        Conversation conversation = open.get(session.getId());
        if (conversation != null && !conversation.hear(message.getPayload(), message.isLast(), LARGEST_MESSAGE)) {
            session.close(CloseStatus.TOO_BIG_TO_PROCESS);
        }
    }

    @Override
    public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
        Conversation conversation = open.remove(session.getId());
        if (conversation != null) {
            conversation.end();
        }
    }
}
