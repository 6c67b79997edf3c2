package org.caravan.server.access;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Organisations;
import org.caravan.text.TextRule;
import org.springframework.stereotype.Component;

/** Derives the caller (name, role, organisation) from the claims of a verified token of the OIDC issuer. */
@Component
class Claims {

    private static final int LONGEST_NAME = 64;

    /** Maximum length of `sub` by OpenID Connect Core 1.0, section 2. A shorter limit could truncate two users to the same subject. */
    private static final int LONGEST_SUBJECT = 255;

    private final OidcSettings settings;
    private final Organisations organisations;

    Claims(OidcSettings settings, Organisations organisations) {
        this.settings = settings;
        this.organisations = organisations;
    }

    /** Empty if the claims name no role, or name no organisation although one is required. */
    Optional<Caller> caller(Map<String, Object> claims) {
        String subject = String.valueOf(claims.get("sub"));
        String name = text(claims.get(settings.nameClaim())).orElse(subject);
        return role(claims).flatMap(role -> reach(claims)
                .map(reach -> new Caller(Caller.OIDC + plain(subject, LONGEST_SUBJECT), plain(name, LONGEST_NAME), role, reach)));
    }

    /** The highest of the named roles. */
    private Optional<Role> role(Map<String, Object> claims) {
        Object claim = claims.get(settings.roleClaim());
        Stream<?> named = claim instanceof Collection<?> several ? several.stream() : Stream.ofNullable(claim);
        List<String> words = named.map(word -> word.toString().toLowerCase(Locale.ROOT)).toList();
        return Arrays.stream(Role.values()).filter(role -> words.contains(role.word())).max(Comparator.naturalOrder());
    }

    /** Without a configured organisation claim, all tokens belong to the installation. */
    private Optional<OrganisationScope> reach(Map<String, Object> claims) {
        if (settings.organisationClaim().isBlank()) {
            return Optional.of(OrganisationScope.ALL);
        }
        return text(claims.get(settings.organisationClaim()))
                .flatMap(name -> name.equals(Organisations.INSTALLATION) ? Optional.of(OrganisationScope.ALL)
                : Optional.of(name).filter(organisations::exists).map(OrganisationScope::of));
    }

    private static Optional<String> text(Object claim) {
        return claim instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    /** Limits the text to one line and a maximum length, because it is written to the audit log and displayed. */
    private static String plain(String text, int longest) {
        String line = TextRule.LINE.cleaned(text);
        return line.length() > longest ? line.substring(0, longest) : line;
    }
}
