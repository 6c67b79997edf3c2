package org.caravan.problem;

import org.caravan.application.Bandwidth;
import org.caravan.application.Bonds;

/** Part of a problem's text on affinities and bandwidth of copies. */
final class BondsText {

    private BondsText() {}

    static void append(StringBuilder text, Bonds bonds) {
        bonds.couplings().forEach(coupling -> text.append(coupling.text()).append('\n'));
        bonds.bandwidths().forEach((componentId, bandwidth) -> append(text, componentId, bandwidth));
        bonds.chosen().forEach((copy, bandwidth) -> append(text, copy, bandwidth));
    }

    private static void append(StringBuilder text, String name, Bandwidth bandwidth) {
        text.append("bandwidth of ").append(name).append(" share ").append(bandwidth.share()).append(" min ")
                .append(bandwidth.min().value()).append(bandwidth.max().map(most -> " max " + most.value()).orElse(""))
                .append(" bit/s\n");
    }
}
