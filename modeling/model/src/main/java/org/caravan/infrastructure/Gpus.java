package org.caravan.infrastructure;

import java.util.Optional;

/**
 * GPUs of a host type, or those that each copy of a form needs. A copy has its GPUs alone: they are neither divided nor shared.
 *
 * @param count 1 to 64
 * @param vendor of a host type: empty if not declared; of a form: empty if any vendor will do
 */
public record Gpus(int count, Optional<GpuVendor> vendor) {

    /** More than any machine has. */
    public static final int MOST = 64;

    /** @throws IllegalArgumentException if the count is out of range */
    public Gpus {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException(count + " GPUs: not 1 to " + MOST);
        }
    }

    /** Empty if the text is not a whole number from 1 to {@value #MOST}. */
    public static Optional<Integer> countOf(String text) {
        return Optional.of(text).filter(written -> written.matches("[0-9]{1,3}")).map(Integer::valueOf)
                .filter(count -> count >= 1 && count <= MOST);
    }

    /** Whether a host with these GPUs, unused, is enough for the form. A host without a declared vendor does not suit a
     * form that names one. */
    public boolean enoughFor(Gpus needed) {
        return suits(needed) && needed.count <= count;
    }

    /** Whether the vendor suits the form. */
    public boolean suits(Gpus needed) {
        return needed.vendor.isEmpty() || needed.vendor.equals(vendor);
    }

    /** As in the modelling language: {@code nvidia 2}. */
    @Override
    public String toString() {
        return vendor.map(known -> known + " ").orElse("") + count;
    }
}
