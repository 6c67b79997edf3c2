// Puts the language server and the licence into the extension; the jar's manifest names the libraries in lib/.
const fs = require('fs');
const path = require('path');
const { jar, libraries } = require('./jar');

const server = path.join(__dirname, '..', 'server');
fs.rmSync(server, { recursive: true, force: true });
fs.mkdirSync(server);
fs.copyFileSync(jar, path.join(server, 'caravan-language-server.jar'));
fs.cpSync(libraries, path.join(server, 'lib'), { recursive: true });
fs.copyFileSync(path.join(__dirname, '..', '..', '..', 'LICENSE'), path.join(__dirname, '..', 'LICENSE'));
