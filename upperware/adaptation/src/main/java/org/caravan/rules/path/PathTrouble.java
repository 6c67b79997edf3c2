package org.caravan.rules.path;

/**
 * Fact of the rule: a path of an application was worse than planned, and has not been fine for long enough since. Public only because
 * compiled rules access it.
 *
 * @param since time of the first measurement that showed it, epoch ms
 * @param count successive measurements that show it; 0 while the path is fine
 * @param measured time of the newest measurement that counted, epoch ms
 * @param fineSince time since which it is fine, epoch ms; 0 while it is not
 * @param looked time of the newest round with a look at the path, epoch ms; its measurement may be much older
 */
public record PathTrouble(String application, String path, long since, int count, long measured, long fineSince, long looked) {

    /** A trouble that begins is never over at once, however old the measurement is. */
    public static PathTrouble begins(PathLook look, PathRound round) {
        return new PathTrouble(look.application(), look.path(), look.measuredMillis(), 1, look.measuredMillis(), 0, round.millis());
    }

    public PathTrouble worse(PathLook look) {
        return new PathTrouble(application, path, since, count + 1, look.measuredMillis(), 0, looked);
    }

    public PathTrouble fine(PathLook look) {
        return new PathTrouble(application, path, since, 0, look.measuredMillis(), fineSince == 0 ? look.measuredMillis() : fineSince,
                looked);
    }

    public PathTrouble lookedAt(PathRound round) {
        return new PathTrouble(application, path, since, count, measured, fineSince, round.millis());
    }

    public boolean of(PathLook look) {
        return application.equals(look.application()) && path.equals(look.path());
    }

    /** Whether the look is at the path, and shows a newer measurement. */
    public boolean before(PathLook look) {
        return of(look) && measured < look.measuredMillis();
    }

    /** Whether the path was fine, or not used by the application, for long enough. */
    public boolean over(long now, PathRuleSettings settings) {
        return fineAgain(now, settings) || looked <= now - settings.againMillis();
    }

    public boolean fineAgain(long now, PathRuleSettings settings) {
        return fineSince > 0 && fineSince <= now - settings.settledMillis();
    }
}
