import { expect, test } from 'vitest';
import { listVersions, readLockedPackages } from './package-versions.js';

const lock = readLockedPackages(
  JSON.stringify({
    packages: {
      '': { version: '0.0.1' },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0', c: '*' } },
      'node_modules/a/node_modules/b': { version: '1.5.0', dependencies: { c: '*' } },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/c': { version: '3.0.0', peerDependencies: { missing: '*' } },
      'node_modules/d': { version: '4.0.0' },
    },
  }),
);

test('the versions of a package and of all that it depends on are those that Node finds', () => {
  expect(listVersions(['a'], lock)).toEqual(['a/node_modules/b@1.5.0', 'a@1.0.0', 'c@3.0.0']);
});

test('a package that is not locked is an error', () => {
  expect(() => listVersions(['e'], lock)).toThrow('no package e');
});
