package org.caravan.ssh;

/**
 * A machine that answers SSH.
 *
 * @param id as people know it, used in messages
 * @param address literal or name
 * @param port 1 to 65535
 * @param credentials name of the credentials to log in with
 */
public record Machine(String id, String address, int port, String credentials) {}
