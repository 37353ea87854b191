import { expect, test } from 'vitest';
import { prepareNotes } from './prepare-notes.js';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-11-22\n\n### Added\n- One.\n\n## [1.0.0]\n\n- Zero.\n';
const manifest = { version: '1.1.0', repository: { url: 'git+https://github.com/example/assay.git' } };
const sources = { tag: 'v1.1.0', manifest, changelog };

test('the section of the version, without its heading', () => {
  expect(prepareNotes(sources)).toBe('### Added\n- One.');
});

test('the last section ends with the file', () => {
  expect(prepareNotes({ ...sources, tag: 'v1.0.0', manifest: { ...manifest, version: '1.0.0' } })).toBe('- Zero.');
});

test.each([
  ['a tag of another version', { tag: 'v1.2.0' }, 'the tag is v1.2.0, and package.json has version 1.1.0'],
  ['a version without a heading', { changelog: '## [1.1.0-beta]\n\n- a\n' }, 'no heading "## [1.1.0]"'],
  ['a heading without text', { changelog: '## [1.1.0]\n\n## [1.0.0]\n- a\n' }, 'no heading "## [1.1.0]"'],
  ['no repository', { manifest: { version: '1.1.0' } }, 'does not name the repository'],
  [
    'the placeholder',
    { manifest: { ...manifest, repository: { url: 'git+https://github.com/OWNER/assay.git' } } },
    '--repository OWNER/NAME',
  ],
])('%s is refused', (_, changed, message) => {
  expect(() => prepareNotes({ ...sources, ...changed })).toThrow(message);
});
