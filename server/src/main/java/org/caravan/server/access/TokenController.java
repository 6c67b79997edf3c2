package org.caravan.server.access;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.caravan.api.access.NewToken;
import org.caravan.api.access.TokenOrder;
import org.caravan.api.access.TokenView;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Organisations;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.LatestPageRequest;
import org.caravan.server.rest.page.NewestFirst;
import org.caravan.text.TextRule;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/tokens")
@Tag(name = "access")
class TokenController {

    private static final int DAYS = 90;
    private static final int MOST_DAYS = 3650;
    private static final int LONGEST_NAME = 64;

    private final AccessTokens tokens;
    private final Organisations organisations;

    TokenController(AccessTokens tokens, Organisations organisations) {
        this.tokens = tokens;
        this.organisations = organisations;
    }

    @GetMapping
    @ErrorResponses("422 unknown-role")
    @Operation(operationId = "listTokens", summary = "List the tokens that admins created", description = "Lists tokens without their "
            + "secrets, newest first, paged. Admins of an organisation see the tokens of that organisation. The list does not contain "
            + "the token of the token file.")
    ResponseEntity<List<TokenView>> list(
            @Parameter(description = "Only tokens with this role.",
                    schema = @Schema(allowableValues = {"viewer", "deployer", "operator", "admin"})) @RequestParam(name =
                            "role") Optional<String> role,
            @Parameter(description = "Only tokens that are valid for this organisation alone.", example = "acme")
            @RequestParam(name = "organisation") Optional<String> organisation,
            @NewestFirst(value = "Only tokens after the one with this id in the list.",
                    example = "5fd1a07c") LatestPageRequest<String> page) {
        Optional<Role> known = role.map(TokenController::role);
        List<TokenView> all = tokens.list(OrganisationScope.current()).stream().filter(token -> known.isEmpty()
                || known.get() == token.role()).map(TokenController::view)
                .filter(token -> organisation.isEmpty() || organisation.equals(token.organisation())).toList();
        return page.ofAll(all, TokenView::id);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ErrorResponses({"404 unknown-organisation", "422 token-name", "422 unknown-role", "422 token-days"})
    @Operation(operationId = "makeToken", summary = "Create a token", description = "The answer contains the text of the token, which "
            + "cannot be retrieved again.")
    NewToken make(@RequestBody TokenOrder order) {
        String name = order.name().strip();
        if (name.isEmpty() || name.length() > LONGEST_NAME || TextRule.LINE.violation(name).isPresent()) {
            throw refused("token-name", "The name of the token (" + TextRule.excerpt(name) + ") has not 1 to " + LONGEST_NAME
                    + " characters of one line.", "give the name of its owner.");
        }
        Role role = role(order.role());
        int days = order.days().orElse(DAYS);
        if (days < 1 || days > MOST_DAYS) {
            throw refused("token-days", "A token cannot be valid for (" + days + ") days, which is not 1 to " + MOST_DAYS + ".", "use 90.");
        }
        AccessTokens.Issued issued = tokens.make(name, role, reach(order.organisation()), Duration.ofDays(days));
        return new NewToken(view(issued.listed()), issued.token());
    }

    private static Role role(String word) {
        return Arrays.stream(Role.values()).filter(each -> each.word().equals(word)).findFirst().orElseThrow(() -> refused(
                "unknown-role", "There is no role (" + word + ").", "use viewer, deployer, operator or admin."));
    }

    /** An admin of an organisation creates tokens for that organisation only. */
    private OrganisationScope reach(Optional<String> organisation) {
        OrganisationScope mine = OrganisationScope.current();
        return organisation.map(name -> OrganisationScope.of(organisations.required(name, mine))).orElse(mine);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ErrorResponses("404 unknown-token")
    @Operation(operationId = "revokeToken", summary = "Revoke a token", description = "The server rejects the token immediately, and "
            + "also the console cookie that was created from it.")
    void revoke(@Parameter(description = "Id of the token.", example = "5fd1a07c") @PathVariable("id") String id) {
        if (!tokens.revoke(id, OrganisationScope.current())) {
            throw ProblemException.notFound("unknown-token", "There is no token (" + id + ").", "list them: caravan token list.");
        }
    }

    private static ProblemException refused(String code, String message, String suggestion) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_ENTITY, code, message, suggestion);
    }

    private static TokenView view(AccessTokens.Listed token) {
        return new TokenView(token.id(), token.name(), token.role().word(), token.reach().organisation(), token.subject(),
                token.madeAt(), token.expiresAt(), token.revokedAt(), token.usedAt());
    }
}
