package org.caravan.server.access;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.organisation.Reach;
import org.caravan.text.TextRule;
import org.springframework.stereotype.Component;

/** Reads who somebody is, and may what, of what an issuer says in a token that was found good. */
@Component
class Claims {

    private static final int LONGEST_NAME = 64;

    /** What OpenID Connect Core 1.0, section 2, gives `sub`: two people never become one by being cut short. */
    private static final int LONGEST_SUBJECT = 255;

    private final OidcSettings settings;
    private final Organisations organisations;

    Claims(OidcSettings settings, Organisations organisations) {
        this.settings = settings;
        this.organisations = organisations;
    }

    /** Empty if they name no role, or not the organisation that they are to name. */
    Optional<Caller> caller(Map<String, Object> claims) {
        String subject = String.valueOf(claims.get("sub"));
        String name = text(claims.get(settings.nameClaim())).orElse(subject);
        return role(claims).flatMap(role -> reach(claims).map(reach -> new Caller(Caller.OIDC + plain(subject, LONGEST_SUBJECT), plain(name, LONGEST_NAME), role, reach)));
    }

    /** The highest of those that are named. */
    private Optional<Role> role(Map<String, Object> claims) {
        Object claim = claims.get(settings.roleClaim());
        Stream<?> named = claim instanceof Collection<?> several ? several.stream() : Stream.ofNullable(claim);
        List<String> words = named.map(word -> word.toString().toLowerCase(Locale.ROOT)).toList();
        return Arrays.stream(Role.values()).filter(role -> words.contains(role.word())).max(Comparator.naturalOrder());
    }

    /** Where no claim of it is set, all are the installation's, as where there are no organisations. */
    private Optional<Reach> reach(Map<String, Object> claims) {
        if (settings.organisationClaim().isBlank()) {
            return Optional.of(Reach.ALL);
        }
        return text(claims.get(settings.organisationClaim())).flatMap(name -> name.equals(Organisations.INSTALLATION) ? Optional.of(Reach.ALL)
                : Optional.of(name).filter(organisations::exists).map(Reach::of));
    }

    private static Optional<String> text(Object claim) {
        return claim instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    /** Written to the audit log and shown: of a length, and on one line. */
    private static String plain(String text, int longest) {
        String line = TextRule.LINE.cleaned(text);
        return line.length() > longest ? line.substring(0, longest) : line;
    }
}
