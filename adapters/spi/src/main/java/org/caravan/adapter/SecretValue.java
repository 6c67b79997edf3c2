package org.caravan.adapter;

import java.util.Arrays;

/** Value of a secret. Its text form never contains the value, so that logs and messages cannot reveal it. */
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
        return 1; // a hash of the value would reveal information about it
    }

    @Override
    public String toString() {
        return "(secret)";
    }
}
