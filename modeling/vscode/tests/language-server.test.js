// The packed language server, spoken to by the protocol library that VS Code's own client is made of.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { pathToFileURL } = require('node:url');
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter, InitializeRequest, InitializedNotification,
  DidOpenTextDocumentNotification, PublishDiagnosticsNotification, CodeActionRequest, CompletionRequest, HoverRequest, RenameRequest,
  DocumentFormattingRequest, SemanticTokensRequest, ShutdownRequest, ExitNotification } = require('vscode-languageserver-protocol/node');
const { unpacked } = require('./packaged');

const EXAMPLE = path.join(__dirname, '..', '..', '..', 'examples', 'maven', 'notes', 'src', 'main', 'caravan');
let folder, extension, process, connection, uri, text;
const published = [];
const waiting = [];

/** What the server says next of a file. */
const said = async file => {
  for (;;) {
    const next = published.shift() ?? await new Promise(heard => waiting.push(heard));
    if (next.uri === file) return next.diagnostics;
  }
};

before(async () => {
  extension = unpacked();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caravan-models-'));
  fs.cpSync(EXAMPLE, folder, { recursive: true });
  process = spawn('java', ['-jar', path.join(extension, 'server', 'caravan-language-server.jar')], { stdio: ['pipe', 'pipe', 'inherit'] });
  connection = createProtocolConnection(new StreamMessageReader(process.stdout), new StreamMessageWriter(process.stdin));
  connection.onNotification(PublishDiagnosticsNotification.type, heard => waiting.length > 0 ? waiting.shift()(heard)
    : published.push(heard));
  connection.listen();
  await connection.sendRequest(InitializeRequest.type,
    { processId: null, rootUri: null, capabilities: {}, workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'models' }] });
  connection.sendNotification(InitializedNotification.type, {});
  uri = pathToFileURL(path.join(folder, 'notes.caravan')).href;
  text = fs.readFileSync(path.join(folder, 'notes.caravan'), 'utf8');
});

after(async () => {
  await connection.sendRequest(ShutdownRequest.type);
  const ended = new Promise(over => process.on('exit', over));
  connection.sendNotification(ExitNotification.type);
  assert.equal(await ended, 0);
  connection.dispose();
  fs.rmSync(folder, { recursive: true });
  fs.rmSync(path.dirname(extension), { recursive: true });
});

const position = place => {
  const lines = text.slice(0, text.indexOf(place)).split('\n');
  return { line: lines.length - 1, character: lines.at(-1).length };
};

test('says what is wrong and how to mend it', async () => {
  assert.deepEqual(await said(uri), []);
  text = text.replace('requires store.redis', 'requires stor.redis');
  connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'caravan', version: 1, text } });
  const found = await said(uri);
  assert.deepEqual(found.map(one => one.code), ['unknown-component']);
  const actions = await connection
    .sendRequest(CodeActionRequest.type, { textDocument: { uri }, range: found[0].range, context: { diagnostics: found } });
  assert.equal(actions[0].title, 'Replace by store');
});

test('proposes, explains, renames and lays out', async () => {
  const at = position('stor.redis');
  const answer = await connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position: at });
  assert.ok((answer.items ?? answer).some(item => item.label === 'store'));
  const hover = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: position('turns 3') });
  assert.match(hover.contents.value, /Changes of direction on a link/);
  const renamed = await connection
    .sendRequest(RenameRequest.type, { textDocument: { uri }, position: position('web {'), newName: 'front' });
  assert.ok(JSON.stringify(renamed).includes('front'));
  await connection.sendRequest(DocumentFormattingRequest.type, { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } });
});

test('colours names and draws the application, once it is right', async () => {
  assert.match((await connection.sendRequest('caravan/picture', { uri })).problem, /^Nothing is drawn while something is wrong/);
  text = text.replace('requires stor.redis', 'requires store.redis');
  connection.sendNotification('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text }] });
  assert.match((await connection.sendRequest('caravan/picture', { uri })).svg, /^<svg[^]*>store</);
  const tokens = await connection.sendRequest(SemanticTokensRequest.type, { textDocument: { uri } });
  assert.ok(tokens.data.length > 0 && tokens.data.length % 5 === 0);
});
