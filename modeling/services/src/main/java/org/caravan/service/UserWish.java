package org.caravan.service;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;

/**
 * Users at a site, as a person writes them: {@code SITE} or {@code SITE=RATE}.
 *
 * @param rate requests per second, as text of the language; 1 if absent
 */
public record UserWish(String site, String rate) {

    private static final String RATE = "[0-9]{1,6}(?:\\.[0-9]{1,3})?";
    private static final String DEFAULT_RATE = "1";

    /** @throws RejectedInput with code users-rate if a rate is no number above 0 */
    public static List<UserWish> of(List<String> words) {
        return words.stream().map(UserWish::of).toList();
    }

    private static UserWish of(String word) {
        int equals = word.indexOf('=');
        String site = equals < 0 ? word : word.substring(0, equals);
        String rate = equals < 0 ? DEFAULT_RATE : word.substring(equals + 1);
        if (!rate.matches(RATE) || rate.matches("[0.]+")) {
            throw new RejectedInput(List.of(Diagnostic.error("users-rate", "The rate of (" + word
                    + ") is not a number of requests per second.", "write " + site + "=20.")));
        }
        return new UserWish(site, rate);
    }
}
