// Starts the language server that is packed with this extension, and registers the commands.
const path = require('path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { Commands } = require('./commands');
const { Picture } = require('./picture');

let client;

function java() {
  const set = vscode.workspace.getConfiguration('caravan').get('java');
  return set || (process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java');
}

exports.activate = async context => {
  new Commands(context);
  new Picture(context, uri => client.sendRequest('caravan/picture', { uri }));
  const run = { command: java(), args: ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar',
      context.asAbsolutePath('server/caravan-language-server.jar')] };
  client = new LanguageClient('caravan', 'Caravan', { run, debug: run }, {
    documentSelector: [{ scheme: 'file', language: 'caravan' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.caravan') },
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
