// The language server as the Maven build leaves it: a jar, and its libraries beside it.
const fs = require('fs');
const path = require('path');

const target = path.join(__dirname, '..', '..', 'ide', 'target');
const jar = path.join(target, 'caravan-ide-0.1.0-SNAPSHOT-exec.jar');
if (!fs.existsSync(jar)) {
  console.error(`${jar} is not there.\n    Maybe build it: ./caravan build`);
  process.exit(1);
}
module.exports = { jar, libraries: path.join(target, 'lib') };
