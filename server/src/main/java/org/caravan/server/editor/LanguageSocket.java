package org.caravan.server.editor;

import jakarta.websocket.Session;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.websocket.Constants;
import org.caravan.server.DaemonThreads;
import org.caravan.server.organisation.CredentialValidity;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.share.Holder;
import org.caravan.server.share.Share;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.Authentication;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.NativeWebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import org.springframework.web.util.UriComponentsBuilder;

/** WebSocket handler for the Language Server Protocol. A language server ends with its socket. */
final class LanguageSocket extends TextWebSocketHandler {

    /** Limit of sessions, because each keeps an index and threads. */
    private static final Share SHARE = new Share(4, 4, 8);
    private static final long BEAT_MS = 15_000;

    private static final Logger LOG = LoggerFactory.getLogger(LanguageSocket.class);
    private static final int SEND_LIMIT_MS = 10_000;
    /** Tomcat sends a close with an error code within 50 ms, or ends the connection without it: on a busy machine, pages did not get it. */
    private static final long CLOSE_LIMIT_MS = 1_000;
    private static final int LARGEST_MESSAGE = 4 << 20;

    private final Drafts drafts;
    private final Map<String, Open> open = new ConcurrentHashMap<>();
    private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("editor"));
    /** A page that does not take its close holds a thread for a second; the others, and the next beat, do not wait for it. */
    private final ExecutorService closings = Executors.newCachedThreadPool(new DaemonThreads("editor-close"));

    private record Open(WebSocketSession session, Holder holder, CredentialValidity standing, LanguageSession conversation) {}

    LanguageSocket(Drafts drafts) {
        this.drafts = drafts;
        beats.scheduleWithFixedDelay(this::endThoseWithoutToken, BEAT_MS, BEAT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void afterConnectionEstablished(WebSocketSession session) throws IOException {
        if (session instanceof NativeWebSocketSession wrapper && wrapper.getNativeSession() instanceof Session tomcat) {
            tomcat.getUserProperties().put(Constants.ABNORMAL_SESSION_CLOSE_SEND_TIMEOUT_PROPERTY, CLOSE_LIMIT_MS);
        }
        Authentication caller = session.getPrincipal() instanceof Authentication known ? known : null;
        Holder holder = Holder.of(caller);
        WebSocketSession told = new ConcurrentWebSocketSessionDecorator(session, SEND_LIMIT_MS, LARGEST_MESSAGE);
        LanguageSession conversation = null;
        Optional<Share.Exceeded> exceeded;
        synchronized (this) {
            exceeded = SHARE.exceeded(open.values().stream().map(Open::holder).toList(), holder);
            if (exceeded.isEmpty()) {
                conversation = new LanguageSession(drafts.of(application(session), OrganisationScope.of(caller)),
                        text -> told.sendMessage(new TextMessage(text)));
                open.put(session.getId(), new Open(session, holder, CredentialValidity.of(caller), conversation));
            }
        }
        // Not in the block above: other pages would wait until this one has its close.
        if (exceeded.isPresent()) {
            session.close(CloseStatus.SERVICE_OVERLOAD.withReason("Already " + exceeded.get().most() + " pages "
                    + exceeded.get().whose() + " are editing. Maybe close one of them."));
        } else {
            conversation.begin();
        }
    }

    /** A socket outlives the request that opened it, so its token may be revoked meanwhile. */
    private void endThoseWithoutToken() {
        open.values().stream().filter(each -> !good(each)).forEach(each -> begin(closings, () -> end(each)));
    }

    /** Without a thread for it, the next beat tries again: a fault would end all further beats. */
    static void begin(Executor executor, Runnable closing) {
        try {
            executor.execute(closing);
        } catch (RuntimeException | OutOfMemoryError noThread) {
            LOG.warn("A page whose token is no longer valid stays open, because no thread can close it: {}", String.valueOf(noThread));
        }
    }

    private static void end(Open each) {
        try {
            each.session().close(CloseStatus.POLICY_VIOLATION.withReason("The token is no longer valid. Maybe log in again."));
        } catch (IOException | RuntimeException gone) {
            LOG.debug("a page was closed", gone);
        }
    }

    private static boolean good(Open each) {
        try {
            return each.standing().good();
        } catch (RuntimeException away) {
            return true; // the database may be unavailable: checked again at the next beat
        }
    }

    private static String application(WebSocketSession session) {
        return Optional.ofNullable(UriComponentsBuilder.fromUri(session.getUri()).build().getQueryParams().getFirst("application"))
                .orElse("");
    }

    /** A model can be larger than a socket's buffer. */
    @Override
    public boolean supportsPartialMessages() {
        return true;
    }

    @Override
    protected void handleTextMessage(WebSocketSession session, TextMessage message) throws IOException {
        Open page = open.get(session.getId());
        try {
            if (page != null && !page.conversation().hear(message.getPayload(), message.isLast(), LARGEST_MESSAGE)) {
                session.close(CloseStatus.TOO_BIG_TO_PROCESS);
            }
        } catch (RuntimeException unreadable) {
            LOG.debug("a message of a page cannot be read", unreadable);
            session.close(CloseStatus.BAD_DATA.withReason("This is no message of the Language Server Protocol."));
        }
    }

    @Override
    public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
        Open page = open.remove(session.getId());
        if (page != null) {
            page.conversation().end();
        }
    }
}
