// Colours by VS Code's own tokenizer.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const oniguruma = require('vscode-oniguruma');
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');

const FILE = path.join(__dirname, '..', 'syntaxes', 'caravan.tmLanguage.json');

test('keywords are the language\'s, and names with a keyword in them are none', async () => {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text) }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(FILE, 'utf8'), FILE),
  });
  const grammar = await registry.loadGrammar('source.caravan');
  const line = 'component log-on { memory 64 MiB } // slo';
  const kinds = Object.fromEntries(
    grammar.tokenizeLine(line, INITIAL).tokens.map(token => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)]));
  assert.equal(kinds.component, 'keyword.control.caravan');
  assert.equal(kinds.memory, 'keyword.control.caravan');
  assert.equal(kinds['64'], 'constant.numeric.caravan');
  assert.equal(kinds['// slo'], 'comment.line.double-slash.caravan');
  assert.equal(kinds.on, undefined);
  assert.equal(kinds.slo, undefined);
});
