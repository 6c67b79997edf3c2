// The extension as somebody installs it: the .vsix, unpacked.
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const vsix = path.join(__dirname, '..', 'dist', 'caravan.vsix');

exports.unpacked = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caravan-vsix-'));
  execFileSync('unzip', ['-q', vsix, '-d', folder]);
  return path.join(folder, 'extension');
};
