/** What the Generic Editor shows of a model: colours, proposals, meanings, outline, replacements, names and where they are used. Knows nothing of servers. */
package org.caravan.eclipse.editor;
