import { expect, test } from 'vitest';
import { createFiles } from './files.fixture.js';
import { createImportFollower } from './import-closure.js';

const follow = (texts: Readonly<Record<string, string>>, entry: string) =>
  createImportFollower(createFiles(texts))([entry]);

test('imports are followed to all files and packages that are loaded in turn', () => {
  const texts = {
    'a.ts': "import { b } from './in/b.js';\nimport type { T } from './types.js';\nimport 'node:fs';\n",
    'in/b.ts': "import { c } from '../c.js';\nimport lib from 'lib/deep';\nimport x from '@scope/x/y';\n",
    'c.ts': "import { a } from './a.js';\n",
    'types.ts': '',
  };
  expect(follow(texts, 'a.ts')).toEqual({ files: ['a.ts', 'c.ts', 'in/b.ts'], libraries: ['@scope/x', 'lib'] });
});

test('an import that package.json declares leads to the source that its types name', () => {
  const texts = {
    'suites/a/rule.ts': "import { rule } from '#rule';\n",
    'src/rule/index.ts': '',
    'package.json': '{ "imports": { "#rule": { "types": "./src/rule/index.ts" } } }',
  };
  expect(follow(texts, 'suites/a/rule.ts').files).toEqual(['src/rule/index.ts', 'suites/a/rule.ts']);
});

test('what was built is known by its source, and a URL may start from dist', () => {
  const texts = {
    'bin/x.js': "import { main } from '../dist/bundle/src/main.js';\n",
    'src/main.ts': '',
    'tools/deep/a.ts': "new URL('../../../bin/x.js', import.meta.url);\nnew URL('../fixtures/', import.meta.url);\n",
    'tools/fixtures/one.json': '{}',
    'tools/fixtures/two.json': '{}',
  };
  expect(follow(texts, 'tools/deep/a.ts').files).toEqual([
    'bin/x.js',
    'src/main.ts',
    'tools/deep/a.ts',
    'tools/fixtures/one.json',
    'tools/fixtures/two.json',
  ]);
});

test('an import without a file is an error, because the key would miss it', () => {
  expect(() => follow({ 'a.ts': "import './gone.js';\n" }, 'a.ts')).toThrow('a.ts imports ./gone.js');
});

test('imports that are skipped are not followed', () => {
  const texts = {
    'all.ts': "import { one } from './one.js';\nimport { two } from './two.js';\n",
    'one.ts': '',
    'two.ts': "import { one } from './one.js';\n",
  };
  const followed = (skipped: string) =>
    createImportFollower(createFiles(texts), (from, to) => from === 'all.ts' && to === skipped)(['all.ts']).files;
  expect(followed('two.ts')).toEqual(['all.ts', 'one.ts']);
  expect(followed('one.ts')).toEqual(['all.ts', 'one.ts', 'two.ts']);
});
