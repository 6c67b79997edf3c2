/**
 * Owns the command line: arguments in, calls of the REST API, text or JSON out, exit codes.
 * Everything it knows it learns from the server; it decides nothing about placement.
 * Must not know any record of the server's inside.
 */
package org.caravan.cli;
