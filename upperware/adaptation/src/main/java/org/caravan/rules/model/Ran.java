package org.caravan.rules.model;

/** Event of the rules: a subject acted or was reported. Public only because compiled rules access it. @param at epoch milliseconds */
public record Ran(String subject, long at) {

    public String getSubject() {
        return subject;
    }

    public long getAt() {
        return at;
    }
}
