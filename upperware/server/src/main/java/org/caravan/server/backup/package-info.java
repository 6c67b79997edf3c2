/**
 * One file of everything the server keeps, and a data folder out of such a file. Works beside a running server, by the databases'
 * own means; needs no Spring, so that it is there when the server does not start.
 * Must not know what the tables mean.
 */
package org.caravan.server.backup;
