import { describe, expect, test } from 'vitest';
import { findBannedWords } from './find-banned-words.mjs';

const linesOf = (source: string, path = 'src/a.ts') =>
  findBannedWords(path, source).map((problem) => problem.replace(/: write .*/, ''));

describe('banned words are found', () => {
  test.each([
    ['in a comment', '/** What nobody sent. */', 'src/a.ts:1: "nobody"'],
    ['in a line comment', '\n// Mended later on.', 'src/a.ts:2: "Mended"'],
    ['in a string', "\n\nthrow new Error('the gate is closed');", 'src/a.ts:3: "gate is closed"'],
    ['in a template', `const a = \`\${count} pairs of rule and subject\`;`, 'src/a.ts:1: "pairs of rule and subject"'],
    ['in a string within a template', `const a = \`x \${"y z " + "it rests on it"}\`;`, 'src/a.ts:1: "rests on"'],
    ['after a regular expression', "const a = /['`]/; // What somebody sent.", 'src/a.ts:1: "somebody"'],
    ['on a later line of a comment', '/*\n * Some things.\n */', 'src/a.ts:2: "things"'],
  ])('%s', (_, source, line) => {
    expect(linesOf(source)).toEqual([line]);
  });

  test('in Markdown, but not in its code', () => {
    const page = 'The gate is open.\n\n```sh\necho nobody is here\n```\n\nNo `nobody here` either.\n';
    expect(linesOf(page, 'docs/a.md')).toEqual(['docs/a.md:1: "gate is open"']);
  });

  test.each([
    ['a name', '\nconst book = open();', 'src/a.ts:2: identifier book'],
    ['a part of a name', 'openBook(a);', 'src/a.ts:1: identifier openBook'],
    ['a member', 'a.heedNext = b.felt;', 'src/a.ts:1: identifier heedNext', 'src/a.ts:1: identifier felt'],
    ['a template', `\`a \${deed} b\``, 'src/a.ts:1: identifier deed'],
    ['a name after a string', "const a = 'book'; // A book.\nconst deed = a;", 'src/a.ts:2: identifier deed'],
  ])('in %s', (_, source, ...lines) => {
    expect(linesOf(source)).toEqual(lines);
  });

  test('with the text to write instead', () => {
    expect(findBannedWords('src/a.ts', '// The seed of all chance.')).toEqual([
      'src/a.ts:1: "seed of all chance": write random seed',
    ]);
  });
});

test.each([
  ['names in code', 'const told = things.map((thing) => thing.read);'],
  ['a regular expression', 'const a = /book (deed)/;'],
  ['part of a word of a name', 'const background = bookings.length;'],
  ['a string of one word, which is data', "send('/things', 'nobody');"],
  ['code within backticks', '/** Reads `things` at once. */'],
  ['a path in a text', "const a = 'GET /things twice';"],
])('%s may contain any words', (_, source) => {
  expect(linesOf(source)).toEqual([]);
});
