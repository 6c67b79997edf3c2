// What is in the .vsix, and that its commands are those it announces.
const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { test } = require('node:test');
const { unpacked } = require('./packaged');

/** Stands in for VS Code, which no package registry has: only what registering commands and keeping a token needs. */
const changed = [];
const panel = { webview: { html: '' }, onDidDispose() {}, reveal() {} };
const simulatedVscode = registered => ({
  EventEmitter: class { dispose() {} },
  languages: { createDiagnosticCollection: () => ({ dispose() {} }) },
  workspace: {
    registerTextDocumentContentProvider: () => ({ dispose() {} }),
    getConfiguration: () => ({ get: () => '' }),
    createFileSystemWatcher: () => ({ dispose() {} }),
    onDidChangeTextDocument: listener => { changed.push(listener); return { dispose() {} }; },
  },
  ViewColumn: { Beside: -2 },
  window: {
    showInputBox: async () => ' secret \n',
    onDidChangeActiveTextEditor: () => ({ dispose() {} }),
    activeTextEditor: { document: { languageId: 'caravan', uri: 'file:///shop.caravan' } },
    createWebviewPanel: () => panel,
  },
  commands: { registerCommand: (name, run) => registered.set(name, run) },
});

test('holds the language server and nothing that was not built from here', () => {
  const extension = unpacked();
  for (const file of ['dist/extension.js', 'server/caravan-language-server.jar', 'server/lib/caravan-dsl-0.1.0-SNAPSHOT.jar',
    'syntaxes/caravan.tmLanguage.json']) {
    assert.ok(fs.existsSync(path.join(extension, file)), file);
  }
  assert.ok(!fs.existsSync(path.join(extension, 'node_modules')));
  fs.rmSync(path.dirname(extension), { recursive: true });
});

test('registers the commands that it announces, and keeps the token as a secret', async () => {
  const registered = new Map();
  const load = Module._load;
  Module._load = (name, ...rest) => name === 'vscode' ? simulatedVscode(registered) : load(name, ...rest);
  try {
    const { Commands } = require('../src/commands');
    const { Picture } = require('../src/picture');
    const secrets = new Map();
    new Commands({ subscriptions: [], secrets: { get: async key => secrets.get(key), store: async (key, value) => secrets.set(key, value),
      delete: async key => secrets.delete(key) } });
    const drawings = [{ svg: '<svg><title>application "shop"</title></svg>' }, { problem: 'Nothing is drawn while 1 < 2.' }];
    const asked = [];
    new Picture({ subscriptions: [] }, async uri => { asked.push(uri); return drawings[asked.length - 1]; });
    const announced = require('../package.json').contributes.commands.map(command => command.command);
    assert.deepEqual([...registered.keys()].sort(), announced.sort());
    await registered.get('caravan.token')();
    assert.deepEqual([...secrets.values()], ['secret']);
    await registered.get('caravan.picture')();
    const image = `data:image/svg+xml;base64,${Buffer.from(drawings[0].svg).toString('base64')}`;
    assert.ok(panel.webview.html.includes(`<img alt="application &#34;shop&#34;" src="${image}">`), panel.webview.html);
    changed.forEach(listener => listener());
    while (asked.length < 2) await new Promise(over => setTimeout(over, 50));
    await new Promise(over => setImmediate(over));
    assert.ok(panel.webview.html.includes('Nothing is drawn while 1 &#60; 2.') && panel.webview.html.includes(image),
      'the last picture stays');
    assert.deepEqual(asked, ['file:///shop.caravan', 'file:///shop.caravan']);
  } finally {
    Module._load = load;
  }
});
