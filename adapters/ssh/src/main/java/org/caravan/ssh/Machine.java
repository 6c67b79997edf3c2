package org.caravan.ssh;

/**
 * A machine reached over SSH.
 *
 * @param id name in messages
 * @param address literal or name
 * @param port 1 to 65535
 * @param credentials name of the login credentials
 */
public record Machine(String id, String address, int port, String credentials) {}
