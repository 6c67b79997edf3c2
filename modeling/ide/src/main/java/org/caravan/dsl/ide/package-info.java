/**
 * Owns the language server: proposals, hover texts, outline, quick fixes and pictures for editors.
 * Must not know plans, measurements or a particular editor.
 * Start reading at {@link LanguageService} and {@link Main}.
 */
package org.caravan.dsl.ide;
