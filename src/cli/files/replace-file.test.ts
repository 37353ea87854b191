import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '../../../test/cli/assay.fixture.js';
import { replaceFile } from './replace-file.js';

test('replaces a file atomically, keeps its mode, and leaves no temporary file', () => {
  const cwd = createTestFolder({ 'known.yaml': 'old' });
  const file = join(cwd, 'known.yaml');
  chmodSync(file, 0o640);
  replaceFile(file, 'new');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o640]);
  expect(readdirSync(cwd)).toEqual(['known.yaml']);
});

test('replaces the target of a link, and keeps the link', () => {
  const cwd = createTestFolder({ 'real.yaml': 'old' });
  const link = join(cwd, 'known.yaml');
  symlinkSync('real.yaml', link);
  replaceFile(link, 'new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(cwd, 'real.yaml'), 'utf8')).toBe('new');
});

test('a failed write names the file, and leaves no temporary file', () => {
  const cwd = createTestFolder({ 'known.yaml': 'old' });
  expect(() => replaceFile(join(cwd, 'none', 'known.yaml'), 'new')).toThrow(
    /none\/known\.yaml cannot be written: ENOENT/,
  );
  expect(readdirSync(cwd)).toEqual(['known.yaml']);
});
