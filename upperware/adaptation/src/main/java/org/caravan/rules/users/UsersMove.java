package org.caravan.rules.users;

/**
 * Fact of the rule: users of an application are elsewhere than assumed. Public only because compiled rules access it.
 *
 * @param since time of the round that first showed it, epoch ms
 * @param looked time of the newest round with a look at the application, epoch ms
 */
public record UsersMove(String application, long since, long looked) {

    public static UsersMove begins(UsersLook look, UsersRound round) {
        return new UsersMove(look.application(), round.millis(), round.millis());
    }

    public UsersMove lookedAt(UsersRound round) {
        return new UsersMove(application, since, round.millis());
    }

    public boolean of(UsersLook look) {
        return application.equals(look.application());
    }

    public boolean lasts(UsersRound round, UsersRuleSettings settings) {
        return since <= round.millis() - settings.holdMillis();
    }

    public boolean unknown(UsersRound round, UsersRuleSettings settings) {
        return looked <= round.millis() - settings.forgetMillis();
    }
}
