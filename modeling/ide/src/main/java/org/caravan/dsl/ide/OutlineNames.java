package org.caravan.dsl.ide;

import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.ide.server.symbol.DocumentSymbolMapper.DocumentSymbolNameProvider;

/** In a tree a name needs none of those it stands below. Whoever looks for one in all files is told the whole of it. */
class OutlineNames extends DocumentSymbolNameProvider {

    @Override
    public String getName(EObject declaration) {
        String qualified = super.getName(declaration);
        return qualified == null ? null : qualified.substring(qualified.lastIndexOf('.') + 1);
    }
}
