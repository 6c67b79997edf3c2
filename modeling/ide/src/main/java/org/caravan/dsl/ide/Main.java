package org.caravan.dsl.ide;

import org.eclipse.xtext.ide.server.ServerLauncher;

/** Runs the language server on standard input and output (Language Server Protocol 3.17). */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        ServerLauncher.launch("caravan-language-server", arguments, LanguageService.module());
        // The editor has closed its end. Without an explicit exit, threads that wait for work would keep this process alive.
        System.exit(0);
    }
}
