import { expect, test } from 'vitest';
import { findDefiningFiles, isDefinitionImport, type Registry } from './registry.js';

const registries: readonly Registry[] = [
  {
    file: 'all.ts',
    definitions: new Map([
      ['one.ts', ['first', 'second']],
      ['two.ts', ['third']],
      ['base.ts', []],
    ]),
  },
];

test('the files that define names are found, or all of them', () => {
  expect(findDefiningFiles(['second'], registries)).toEqual(['one.ts']);
  expect(findDefiningFiles([], registries)).toEqual([]);
  expect(findDefiningFiles(undefined, registries)).toEqual(['one.ts', 'two.ts']);
});

test('a name that no file defines is an error', () => {
  expect(() => findDefiningFiles(['fourth'], registries)).toThrow('fourth');
});

test('what a registry imports for itself is no definition', () => {
  expect(isDefinitionImport('all.ts', 'one.ts', registries)).toBe(true);
  expect(isDefinitionImport('all.ts', 'base.ts', registries)).toBe(false);
  expect(isDefinitionImport('other.ts', 'one.ts', registries)).toBe(false);
});
