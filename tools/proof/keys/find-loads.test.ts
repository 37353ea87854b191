import { expect, test } from 'vitest';
import { findLoads } from './find-loads.js';

test('imports, re-exports and dynamic imports are modules that a file loads', () => {
  const { modules } = findLoads(
    [
      "import { a } from './a.js';",
      "import './effect.js';",
      'import {',
      '  type T,',
      '  b,',
      "} from './b.js';",
      "export { c } from './c.js';",
      "export * from './d.js';",
      // In two parts, so that no reader of this file takes it for an import.
      `const e = await import${"('./e.js')"};`,
      `const f = require${"('f')"};`,
      "export const text = 'no-module';",
    ].join('\n'),
  );
  expect(modules).toEqual(['./a.js', './effect.js', './b.js', './c.js', './d.js', './e.js', 'f']);
});

test('imports of types are erased, so they load nothing', () => {
  expect(findLoads("import type { T } from './t.js';\nexport type { U } from './u.js';\n").modules).toEqual([]);
});

test('files beside the module are loaded by their URL; of a URL with an inserted name, the folder', () => {
  const { urls } = findLoads(
    [
      "new URL('./x.json', import.meta.url)",
      "new URL(\n  '../y/',\n  import.meta.url,\n)",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
      'new URL(`../fixtures/${name}.pem`, import.meta.url)',
      "new URL('http://host')",
    ].join('\n'),
  );
  expect(urls).toEqual(['./x.json', '../y/', '../fixtures/']);
});
