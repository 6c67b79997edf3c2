// Colours for VS Code: the keywords are those of the Xtext grammar, told by the language server's jar.
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { jar } = require('./jar');

const keywords = execFileSync('java', ['-cp', jar, 'org.caravan.dsl.ide.Keywords'], { encoding: 'utf8' }).split('\n').filter(Boolean);
if (keywords.length < 50) throw new Error(`${jar} names ${keywords.length} keywords only`);
const grammar = {
  name: 'Caravan',
  scopeName: 'source.caravan',
  patterns: [
    { name: 'comment.line.double-slash.caravan', match: '//.*$' },
    { name: 'comment.block.caravan', begin: '/\\*', end: '\\*/' },
    { name: 'string.quoted.double.caravan', begin: '"', end: '"|$', patterns: [{ name: 'constant.character.escape.caravan',
        match: '\\\\.' }] },
    // A hyphen is part of a name: "on" in "log-on" is no keyword.
    { name: 'keyword.control.caravan', match: `(?<![A-Za-z0-9_-])(${keywords.join('|')})(?![A-Za-z0-9_-])` },
    { name: 'constant.numeric.caravan', match: '(?<![A-Za-z0-9_-])\\d+(\\.\\d+)?' },
  ],
};
const folder = path.join(__dirname, '..', 'syntaxes');
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'caravan.tmLanguage.json'), JSON.stringify(grammar, null, 1) + '\n');
