/**
 * Owns where the users of applications are, by measured shares of their groups, and moves copies after them. Must not plan by itself.
 * Start reading with {@link org.caravan.server.adaptation.users.UsersWatch} and
 * {@link org.caravan.server.adaptation.users.UsersWindow}.
 */
package org.caravan.server.adaptation.users;
