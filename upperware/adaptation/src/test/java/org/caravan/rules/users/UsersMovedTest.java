package org.caravan.rules.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.caravan.rules.users.UsersFinding.UsersBack;
import org.caravan.rules.users.UsersFinding.UsersMoved;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Traces on the clock of the rounds, which are 5 s apart: 30 % must come from elsewhere for 15 s. */
class UsersMovedTest {

    private static final Instant ZERO = Instant.parse("2026-11-27T08:00:00Z");
    private static final UsersRuleSettings SETTINGS = new UsersRuleSettings(0.3, Duration.ofSeconds(15), Duration.ofMinutes(10));

    private final UsersRules rules = UsersRules.of(SETTINGS);
    private int seconds = -5;

    @AfterEach
    void close() {
        rules.close();
    }

    /** All users are assumed in Bergen. @param away share of the users in Oslo */
    private List<UsersFinding> away(double away) {
        return round(look("shop", 0, away));
    }

    private List<UsersFinding> round(UsersLook... looks) {
        seconds += 5;
        return rules.evaluate(new UsersRound(at(seconds), List.of(looks)));
    }

    private static UsersLook look(String application, double assumed, double away) {
        return new UsersLook(application, "p", Map.of("bergen", 1 - assumed, "oslo", assumed), Map.of("bergen", 1 - away, "oslo", away));
    }

    private static Instant at(int seconds) {
        return ZERO.plusSeconds(seconds);
    }

    @Test
    void usersWhoStayElsewhereHaveMoved() {
        assertThat(away(0)).isEmpty();
        assertThat(away(0.25)).isEmpty();
        assertThat(away(0.3)).as("begins").isEmpty();
        assertThat(away(0.6)).isEmpty();
        assertThat(away(0.9)).isEmpty();
        assertThat(away(1)).containsExactly(new UsersMoved(look("shop", 0, 1), at(10)));
        assertThat(away(1)).as("as long as it holds").containsExactly(new UsersMoved(look("shop", 0, 1), at(10)));
        assertThat(round(look("shop", 1, 1))).as("the plan follows").containsExactly(new UsersBack("shop", at(10), true));
        assertThat(round(look("shop", 1, 1))).isEmpty();
    }

    @Test
    void aShareBetweenBothThresholdsChangesNothing() {
        away(0.3);
        away(0.3);
        assertThat(away(0.2)).as("neither elsewhere nor back").isEmpty();
        assertThat(away(0.3)).singleElement().isEqualTo(new UsersMoved(look("shop", 0, 0.3), at(0)));
        assertThat(away(0.15)).containsExactly(new UsersBack("shop", at(0), true));
        assertThat(away(0.3)).as("begins again").isEmpty();
    }

    @Test
    void usersWhoReturnInTimeHaveNotMoved() {
        for (int i = 0; i < 100; i++) {
            assertThat(away(i % 4 < 3 ? 0.5 : 0)).noneMatch(UsersMoved.class::isInstance);
        }
    }

    @Test
    void usersOfWhomNothingIsKnownForTenMinutesBeginAgain() {
        away(0.5);
        for (int i = 0; i < 119; i++) {
            assertThat(round()).isEmpty();
        }
        assertThat(round()).containsExactly(new UsersBack("shop", at(0), false));
        assertThat(away(0.5)).isEmpty();
    }

    @Test
    void applicationsAreIndependent() {
        UsersLook other = look("mail", 0, 0);
        round(look("shop", 0, 0.5), other);
        round(look("shop", 0, 0.5), other);
        round(look("shop", 0, 0.5), look("mail", 0, 0.5));
        assertThat(round(look("shop", 0, 0.5), look("mail", 0, 0.5))).containsExactly(new UsersMoved(look("shop", 0, 0.5), at(0)));
    }

    @Test
    void theDistanceCountsWhatComesFromOtherGroups() {
        UsersLook look = new UsersLook("shop", "p", Map.of("a", 0.5, "b", 0.5), Map.of("a", 0.2, "b", 0.2, "c", 0.6));
        assertThat(look.moved()).isEqualTo(0.6);
        assertThat(look.towards()).isEqualTo("c");
        assertThat(look.rise("a")).isEqualTo(-0.3);
    }
}
