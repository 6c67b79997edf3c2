package org.caravan.server.access;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import org.caravan.server.Settings;
import org.caravan.server.access.ConsoleSessions.Session;
import org.caravan.server.data.DataFolder;
import org.caravan.server.organisation.Reach;
import org.springframework.stereotype.Component;

/** Recognises tokens, that of the token file and those that admins made, and sessions of the console. Keeps digests only: a dump of the heap gives none away. */
@Component
class AccessKeys {

    private final byte[] localToken;
    private final AccessTokens tokens;
    private final ConsoleSessions sessions;

    /** @param folder first held by this server alone, since the token file is made in it */
    AccessKeys(Settings settings, DataFolder folder, AccessTokens tokens, ConsoleSessions sessions) {
        this.localToken = TokenText.digest(TokenFile.readOrCreate(settings.tokenFile()));
        this.tokens = tokens;
        this.sessions = sessions;
    }

    Optional<Caller> byToken(String candidate) {
        return MessageDigest.isEqual(localToken, TokenText.digest(candidate)) ? Optional.of(Caller.local()) : tokens.byToken(candidate);
    }

    /** Whether a token that was good still is. @param tokenId as {@link TokenText#id} says it; empty: of the token file, which does not change while this server runs */
    boolean stillGood(Optional<String> tokenId) {
        return tokenId.isEmpty() || tokens.byId(tokenId.get()).isPresent();
    }

    /** A session is worth what its token is worth now. */
    Optional<Caller> byCookie(byte[] cookieDigest) {
        return sessions.find(cookieDigest).flatMap(session -> session.tokenId().equals(Caller.LOCAL)
                ? Optional.of(Caller.local()).filter(local -> MessageDigest.isEqual(localToken, session.tokenDigest())) : tokens.byId(session.tokenId()));
    }

    /** Opens a session for whoever shows a right token. @return its cookie */
    Optional<String> login(String candidate, Duration life) {
        return byToken(candidate).map(caller -> sessions.open(new Session(caller.tokenId(), TokenText.digest(candidate)), life));
    }

    /** Opens a session for somebody whom the issuer named, with a token that nobody is told. @return its cookie */
    String login(Caller caller, Duration life) {
        AccessTokens.Issued issued = tokens.login(caller, life);
        return sessions.open(new Session(issued.listed().id(), TokenText.digest(issued.token())), life);
    }

    /** The cookie is worth nothing from now on. A token that was made for a login at an issuer ends with it; one that an admin made stays good. */
    void logout(String cookie) {
        byte[] digest = TokenText.digest(cookie);
        Optional<Session> session = sessions.find(digest);
        boolean oidc = byCookie(digest).filter(caller -> caller.tokenId().startsWith(Caller.OIDC)).isPresent();
        sessions.end(digest);
        session.filter(ended -> oidc).ifPresent(ended -> tokens.revoke(ended.tokenId(), Reach.ALL));
    }
}
