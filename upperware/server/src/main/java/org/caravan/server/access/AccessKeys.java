package org.caravan.server.access;

import java.security.MessageDigest;
import java.util.Optional;
import org.caravan.server.Settings;
import org.caravan.server.data.DataFolder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Recognises tokens, and cookies made from them: that of the token file, and those that admins made. Keeps digests only: a dump of the heap gives none away. */
@Component
class AccessKeys {

    private final byte[] localToken;
    private final byte[] localCookie;
    private final AccessTokens tokens;

    /** @param folder first held by this server alone, since the token file is made in it */
    @Autowired
    AccessKeys(Settings settings, DataFolder folder, AccessTokens tokens) {
        this(TokenFile.readOrCreate(settings.tokenFile()), tokens);
    }

    private AccessKeys(String local, AccessTokens tokens) {
        this.localToken = TokenText.digest(local);
        this.localCookie = TokenText.digest(TokenText.cookie(Caller.LOCAL, local));
        this.tokens = tokens;
    }

    Optional<Caller> byToken(String candidate) {
        return MessageDigest.isEqual(localToken, TokenText.digest(candidate)) ? Optional.of(Caller.local()) : tokens.byToken(candidate);
    }

    Optional<Caller> byCookie(String candidate) {
        return MessageDigest.isEqual(localCookie, TokenText.digest(candidate)) ? Optional.of(Caller.local()) : tokens.byCookie(candidate);
    }

    /** The cookie for whoever shows a right token. */
    Optional<String> cookieFor(String candidate) {
        return byToken(candidate).map(caller -> TokenText.cookie(caller.tokenId(), candidate));
    }
}
