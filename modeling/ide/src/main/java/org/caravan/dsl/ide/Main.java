package org.caravan.dsl.ide;

import org.eclipse.xtext.ide.server.ServerLauncher;

/** The language server, on standard input and output (Language Server Protocol 3.17). */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        ServerLauncher.launch("caravan-language-server", arguments, LanguageService.module());
        // An editor that died has closed its end; threads that wait for work would keep this process for ever.
        System.exit(0);
    }
}
