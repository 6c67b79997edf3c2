package org.caravan.dsl.reader;

import java.util.List;
import org.caravan.application.Hop;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.profile.Profiles;
import org.caravan.dsl.profile.UnreadableProfile;

/** Reads the hops of a request from its validated profile. */
final class ProfileReader {

    private ProfileReader() {}

    static List<Hop> hops(RequestDeclaration request) {
        try {
            return Profiles.of(request).orElseThrow().crossed();
        } catch (UnreadableProfile passed) {
            throw new IllegalStateException("the rules accepted profile " + request.getProfile(), passed);
        }
    }
}
