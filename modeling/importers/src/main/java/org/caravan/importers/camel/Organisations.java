package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftNames;
import org.caravan.importers.draft.Findings;
import org.caravan.organisation.Organisation;
import org.caravan.organisation.Permission;
import org.caravan.organisation.Person;
import org.caravan.organisation.Role;
import org.caravan.text.TextRule;

/** Converts the owner of an application: the first organisation that has a name or users. Passwords are not read. */
final class Organisations {

    private final Draft draft;
    private final Declarations declared;
    private final Map<String, String> roleIds = new LinkedHashMap<>();
    private final Map<String, Set<String>> rolesOf = new LinkedHashMap<>();

    Organisations(Draft draft, Declarations declared) {
        this.draft = draft;
        this.declared = declared;
    }

    void read(List<Statement> subModels) {
        subModels.stream().filter(model -> model.phrase().matches("organi[sz]ation model")
                && model.parts("organisation", "user").findFirst().isPresent())
                .findFirst().ifPresent(model -> {
                    Optional<Statement> named = model.parts("organisation").findFirst();
                    named.ifPresent(Statement::carry);
                    List<Role> roles = roles(model);
                    model.parts("role assignment").forEach(this::assignment);
                    draft.organisation(new Organisation(DraftNames.valid(named.map(Statement::argument).orElse(model.argument()),
                            "organisation"), people(model), roles));
                });
    }

    /** Permissions define what roles allow; a role without permissions is not converted. */
    private List<Role> roles(Statement model) {
        Map<String, Set<Permission>> allowed = new LinkedHashMap<>();
        model.parts("permission").forEach(permission -> {
            Set<Permission> may = permission.part("action").map(Organisations::may).orElse(Set.of());
            if (!may.isEmpty()) {
                permission.carry("role", "action");
                permission.part("role").ifPresent(role -> allowed.computeIfAbsent(Statement.lastSegment(role), none -> new TreeSet<>())
                        .addAll(may));
            }
        });
        DraftNames names = new DraftNames();
        List<Role> roles = new ArrayList<>();
        model.parts("role").forEach(role -> {
            role.because("because no permission says what it allows");
            if (allowed.containsKey(role.argument()) && !roleIds.containsKey(role.argument())) {
                role.carry();
                roleIds.put(role.argument(), names.give(role.argument(), "role"));
                roles.add(new Role(roleIds.get(role.argument()), allowed.get(role.argument())));
            }
        });
        return roles;
    }

    private static Set<Permission> may(String action) {
        return switch (action.toLowerCase(java.util.Locale.ROOT)) {
            case "read" -> Set.of(Permission.VIEW);
            case "write" -> Set.of(Permission.PLAN, Permission.DEPLOY);
            default -> Set.of();
        };
    }

    /** Role of a user, or of all users of a group. */
    private void assignment(Statement assignment) {
        Optional<String> role = assignment.part("role").map(name -> roleIds.get(Statement.lastSegment(name)));
        role.ifPresent(id -> {
            assignment.carry("user", "user group", "role");
            assignment.part("user").ifPresent(user -> rolesOf.computeIfAbsent(Statement.lastSegment(user), none -> new TreeSet<>())
                    .add(id));
            assignment.part("user group").flatMap(name -> declared.find(name, "user group")).ifPresent(group -> {
                group.carry();
                group.words().stream().skip(1).forEach(user -> rolesOf.computeIfAbsent(Statement.lastSegment(user), none -> new TreeSet<>())
                        .add(id));
            });
        });
    }

    private List<Person> people(Statement model) {
        DraftNames names = new DraftNames();
        List<Person> people = new ArrayList<>();
        model.parts("user").filter(Statement::hasBody).forEach(user -> {
            user.carry("email");
            String id = names.give(user.argument(), "person");
            List<String> credentials = new ArrayList<>();
            user.parts("platform credentials", "paasage credentials").filter(given -> given.tokens().size() > 1
                    && given.tokens().get(0).word()).limit(1).forEach(given -> {
                given.carry();
                credentials.add(DraftNames.valid(given.argument(), "credentials"));
                Findings findings = draft.findings();
                findings.doubt("secret-named", given.at(), "The password of credentials " + credentials.get(0) + " of person " + id
                        + " is left out; the model names them.",
                        "change it: it has been in a file.");
            });
            people.add(new Person(id, user.part("email").map(mail -> TextRule.LINE.cleaned(mail)),
                    rolesOf.getOrDefault(user.argument(), Set.of()), credentials));
        });
        return people;
    }
}
