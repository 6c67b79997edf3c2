package org.caravan.server.access;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import org.caravan.server.Settings;
import org.caravan.server.access.ConsoleSessions.Session;
import org.caravan.server.data.DataFolder;
import org.caravan.server.organisation.OrganisationScope;
import org.springframework.stereotype.Component;

/**
 * Recognises tokens (of the token file and created by admins) and console sessions. Keeps digests only, so that a heap dump reveals no
 * token.
 */
@Component
class AccessKeys {

    private final byte[] localToken;
    private final AccessTokens tokens;
    private final ConsoleSessions sessions;

    /** @param folder injected so that this server holds the folder's lock first, because the token file is created in it */
    AccessKeys(Settings settings, DataFolder folder, AccessTokens tokens, ConsoleSessions sessions) {
        this.localToken = TokenText.digest(TokenFile.readOrCreate(settings.tokenFile()));
        this.tokens = tokens;
        this.sessions = sessions;
    }

    Optional<Caller> byToken(String candidate) {
        return MessageDigest.isEqual(localToken, TokenText.digest(candidate)) ? Optional.of(Caller.local()) : tokens.byToken(candidate);
    }

    /**
     * Whether a token is still valid.
     *
     * @param tokenId as in {@link TokenText#id}; empty: token of the token file, which does not change while this server runs
     */
    boolean stillGood(Optional<String> tokenId) {
        return tokenId.isEmpty() || tokens.byId(tokenId.get()).isPresent();
    }

    /** Caller of a session: a session has the current rights of its token. */
    Optional<Caller> byCookie(byte[] cookieDigest) {
        return sessions.find(cookieDigest).flatMap(session -> session.tokenId().equals(Caller.LOCAL)
                ? Optional.of(Caller.local()).filter(local -> MessageDigest.isEqual(localToken, session.tokenDigest()))
                : tokens.byId(session.tokenId()));
    }

    /** Opens a session if the token is valid. @return the cookie */
    Optional<String> login(String candidate, Duration life) {
        return byToken(candidate).map(caller -> sessions.open(new Session(caller.tokenId(), TokenText.digest(candidate)), life));
    }

    /** Opens a session for a user whom the OIDC issuer authenticated, with a token that is never shown. @return the cookie */
    String login(Caller caller, Duration life) {
        AccessTokens.Issued issued = tokens.login(caller, life);
        return sessions.open(new Session(issued.listed().id(), TokenText.digest(issued.token())), life);
    }

    /**
     * Ends the session of this cookie. A token that was created for an OIDC login is revoked with it; a token that an admin created stays
     * valid.
     */
    void logout(String cookie) {
        byte[] digest = TokenText.digest(cookie);
        Optional<Session> session = sessions.find(digest);
        boolean oidc = byCookie(digest).filter(caller -> caller.tokenId().startsWith(Caller.OIDC)).isPresent();
        sessions.end(digest);
        session.filter(ended -> oidc).ifPresent(ended -> tokens.revoke(ended.tokenId(), OrganisationScope.ALL));
    }
}
