package org.caravan.adapter.jclouds;

import java.util.regex.Pattern;

/** Detects answers by which OpenStack keeps a resource because another one uses it still: its deletion can be repeated later. */
public final class UseRefusal {

    /** Of Neutron and Nova: {@code SecurityGroupInUse} as a type, or "in use" in the message. */
    private static final Pattern IN_USE = Pattern.compile("\\b[Ii]n [Uu]se\\b|InUse\\b");
    private static final int CONFLICT = 409;

    private UseRefusal() {}

    /**
     * @param status of HTTP
     * @param body of the answer, or a message that contains it
     */
    public static boolean matches(int status, String body) {
        return status == CONFLICT && IN_USE.matcher(body).find();
    }
}
