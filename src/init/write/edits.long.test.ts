import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { draftProfile } from '../draft-profile.js';
import { createDraftInput, createSampleCollection } from '../sample.fixture.js';
import { stripGeneratedComments, writeYamlProfile } from './write-profile.js';

const action = { name: 'closure', path: '/things/{id}/closure' };
const drafted = draftProfile(
  createDraftInput(
    [
      createSampleCollection({ actions: [action] }),
      createSampleCollection({ name: 'others', path: '/others', itemPath: '/others/{id}' }),
    ],
    [
      ['resources[].states', 'things'],
      ['resources[].create.unique', 'things'],
      ['resources[].pagination.total', 'others'],
      ['resources[].actions[].repeat', 'things/closure'],
      ['auth.credentials.limited', 'things'],
      ['links', 'others'],
    ],
  ),
);
const fresh = writeYamlProfile(drafted).text;

/** What people do to a line. */
const edits: Readonly<Record<string, (line: string) => readonly string[]>> = {
  remove: () => [],
  'take up': (line) => [line.replace('#? ', '')],
  'comment above': (line) => ['# ours', line],
  'comment beside': (line) => [line.includes('#') || line === '' ? line : `${line} # ours`],
  'blank above': (line) => ['', line],
  change: (line) => [line.replace(/: [^#{[]+?(?= {2}#|$)/, ': ours')],
};

const edited = fc
  .array(fc.record({ at: fc.nat(), kind: fc.constantFrom(...Object.keys(edits)) }), { minLength: 1, maxLength: 8 })
  .map((steps) =>
    steps.reduce((text, { at, kind }) => {
      const lines = text.split('\n');
      const index = at % lines.length;
      return lines.flatMap((line, i) => (i === index ? (edits[kind]?.(line) ?? [line]) : [line])).join('\n');
    }, fresh),
  )
  .filter((text) => {
    const document = parseDocument(text);
    return document.errors.length === 0 && typeof document.toJS() === 'object';
  });

test('keeps any edit, and changes nothing the next time', () => {
  fc.assert(
    fc.property(edited, (text) => {
      const written = writeYamlProfile(drafted, text).text;
      expect(missingIn(parse(text), parse(written))).toEqual([]);
      const lines = written.split('\n').map((line) => stripGeneratedComments(line));
      expect(
        stripGeneratedComments(text)
          .split('\n')
          .filter((line) => line.trim() !== '' && !lines.includes(line)),
      ).toEqual([]);
      expect(writeYamlProfile(drafted, written).text).toBe(written);
    }),
    { seed: 1, numRuns: 100 },
  );
});

/** Where the second lacks a value of the first; lists may only grow at their ends. */
function missingIn(before: unknown, after: unknown, path = ''): string[] {
  if (typeof before !== 'object' || before === null) return Object.is(before, after) ? [] : [path];
  if (typeof after !== 'object' || after === null) return [path];
  const members: Readonly<Record<string, unknown>> = { ...after };
  return Object.entries(before).flatMap(([name, value]) => missingIn(value, members[name], `${path}/${name}`));
}
