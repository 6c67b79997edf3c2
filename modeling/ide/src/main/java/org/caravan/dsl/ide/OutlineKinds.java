package org.caravan.dsl.ide;

import java.util.Map;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.lsp4j.SymbolKind;
import org.eclipse.xtext.ide.server.symbol.DocumentSymbolMapper.DocumentSymbolKindProvider;

/** Maps declarations to the symbol kinds of the outline, consistent with the highlighting in the text. */
class OutlineKinds extends DocumentSymbolKindProvider {

    /** The outline has no symbol kind for types. */
    private static final Map<String, SymbolKind> OTHERWISE_CALLED = Map.of("type", SymbolKind.Object);

    @Override
    protected SymbolKind getSymbolKind(EClass declaration) {
        String kind = Names.kind(declaration);
        SymbolKind other = OTHERWISE_CALLED.get(kind);
        return other != null ? other : SymbolKind.valueOf(Character.toUpperCase(kind.charAt(0)) + kind.substring(1));
    }
}
