package org.caravan.organisation;

import java.util.Comparator;
import java.util.List;

/** Organisation that owns applications; people and roles are sorted by id. */
public record Organisation(String name, List<Person> people, List<Role> roles) {

    public Organisation {
        people = people.stream().sorted(Comparator.comparing(Person::id)).toList();
        roles = roles.stream().sorted(Comparator.comparing(Role::id)).toList();
    }
}
