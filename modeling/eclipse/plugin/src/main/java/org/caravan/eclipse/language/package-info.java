/**
 * The language server of this workbench, and what keeps it and the workspace told of each other: files, open documents, problems.
 * Knows nothing of editors' features.
 */
package org.caravan.eclipse.language;
