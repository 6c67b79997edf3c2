package org.caravan.adapter;

import java.util.Arrays;

/** The value of a secret. Its text is never the value, so that no log or message shows it by mistake. */
public final class SecretValue {

    private final byte[] bytes;

    public SecretValue(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecretValue value && Arrays.equals(bytes, value.bytes);
    }

    @Override
    public int hashCode() {
        return 1; // a hash of the value would tell something of it
    }

    @Override
    public String toString() {
        return "(secret)";
    }
}
