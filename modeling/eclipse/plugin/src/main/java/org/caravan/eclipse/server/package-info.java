/** The Caravan menu: what a server says of the project's models, its plan, and carrying it out. Knows nothing of the language server. */
package org.caravan.eclipse.server;
