import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { draftProfile } from '../draft-profile.js';
import { createDraftInput, createSampleCollection } from '../sample.fixture.js';
import { stripGeneratedComments, writeJsonProfile, writeYamlProfile } from './write-profile.js';

const missing = [
  ['resources[].private', 'things'],
  ['resources[].private', 'things'],
  ['auth.credentials.limited', 'things'],
] as const;
const drafted = draftProfile(createDraftInput([createSampleCollection()], missing));
const fresh = writeYamlProfile(drafted).text;

describe('a new profile', () => {
  test('contains what is known, and suggests the rest', () => {
    expect(parse(fresh)).toEqual({
      name: 'service.example',
      baseUrl: 'http://service.example',
      resources: [
        {
          name: 'things',
          collection: '/things',
          item: '/things/{id}',
          id: { pointer: '/id' },
          pagination: { style: 'page', params: { page: 'page' }, base: 1, items: '/data' },
        },
      ],
    });
    expect(fresh).toContain('pointer: /id  #: described: #/paths/~1things~1{id}/get\n');
    expect(fresh).toMatch(/^ {4}#\? private: .*; enables 2 checks$/m);
    expect(fresh).toMatch(/^#\? auth:\n#\? {3}credentials:\n#\? {5}limited: /m);
  });

  test('is equal when it is written again', () => {
    expect(writeYamlProfile(drafted, fresh).text).toBe(fresh);
  });

  test('uses a suggestion when its comment sign is removed', () => {
    const taken = fresh.replaceAll('#? ', '');
    const again = writeYamlProfile(drafted, taken);
    expect(parse(taken)).toMatchObject({ auth: { credentials: { limited: {} } }, resources: [{ private: true }] });
    expect(parse(again.text)).toEqual(parse(taken));
    expect(again.open).toEqual([]);
  });

  test('omits assumed facts about an id', () => {
    const { facts, ...rest } = createSampleCollection();
    const assumed = { about: 'id', value: '/id', provenance: 'assumed', evidence: 'the usual name' } as const;
    const { text } = writeYamlProfile(
      draftProfile(createDraftInput([{ ...rest, facts: [...facts.filter(({ about }) => about !== 'id'), assumed] }])),
    );
    expect(parse(text).resources[0]).not.toHaveProperty('id');
    expect(text).toContain('#? id:\n    #?   pointer: /id  # assumed: the usual name; check this');
  });
});

describe('an existing profile', () => {
  const own = [
    '# ours, not to be touched',
    "name:   'Things'   # the official name",
    'baseUrl: http://service.example',
    'resources:',
    '  - collection: /things/   # with a slash',
    '    id: {pointer: /uuid}',
    '    semanticInvalid:',
    '      - {title: "#: no comment"}',
    '    # the end of things',
    'limits:',
    '  cases: 3',
    '',
  ].join('\n');

  test('keeps every line of the user', () => {
    const { text } = writeYamlProfile(drafted, own);
    const lines = text.split('\n');
    const kept = own.split('\n').filter((line) => line !== '');
    expect(kept.filter((line) => !lines.some((other) => other === line || other.startsWith(`${line}  #: `)))).toEqual(
      [],
    );
    expect(parse(text)).toMatchObject({
      name: 'Things',
      resources: [{ id: { pointer: '/uuid' }, item: '/things/{id}', semanticInvalid: [{ title: '#: no comment' }] }],
      limits: { cases: 3 },
    });
    expect(writeYamlProfile(drafted, text).text).toBe(text);
  });

  test('is reported where it differs from the survey', () => {
    const other = fresh.replace(/pointer: \/id .*/, 'pointer: /uuid');
    const { text, kept } = writeYamlProfile(drafted, other);
    expect(kept).toEqual([expect.objectContaining({ at: 'resources[0].id.pointer', kept: '/uuid', seen: '/id' })]);
    expect(text).toContain('pointer: /uuid  #: observed now: /id (described: #/paths/~1things~1{id}/get)\n');
    expect(writeYamlProfile(drafted, text).text).toBe(text);
  });

  test('gets facts that are found later, and keeps its comments', () => {
    const grown = draftProfile(
      createDraftInput([createSampleCollection(), createSampleCollection({ name: 'others', path: '/others' })]),
    );
    const noted = fresh.replace('    item:', '    # checked by Ada\n    item:');
    const { text } = writeYamlProfile(grown, noted);
    expect(text).toContain('    # checked by Ada\n    item:');
    expect(parse(text).resources.map(({ name }: { name: string }) => name)).toEqual(['things', 'others']);
    expect(writeYamlProfile(grown, text).text).toBe(text);
  });

  test('drops suggestions that no rule needs any more', () => {
    const { text } = writeYamlProfile(draftProfile(createDraftInput([createSampleCollection()])), fresh);
    expect(text).not.toContain('#? private');
    expect(text).not.toContain('#? auth');
  });

  test('keeps its line endings', () => {
    const { text } = writeYamlProfile(drafted, own.replaceAll('\n', '\r\n'));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(writeYamlProfile(drafted, text).text).toBe(text);
  });
});

describe('a profile as JSON', () => {
  test('contains only what is known', () => {
    expect(JSON.parse(writeJsonProfile(drafted).text)).toEqual(parse(fresh));
  });

  test('keeps its content, and is not written when nothing is missing', () => {
    const own = '{"name": "Mine", "resources": [{"collection": "/things", "id": {"pointer": "/uuid"}}]}';
    const { text } = writeJsonProfile(drafted, own);
    expect(JSON.parse(text)).toMatchObject({
      name: 'Mine',
      resources: [{ id: { pointer: '/uuid' }, item: '/things/{id}' }],
    });
    expect(JSON.parse(text).resources).toHaveLength(1);
    expect(writeJsonProfile(drafted, text).text).toBe(text);
  });
});

test.each([
  ['a line of its own', 'a: 1\n#: gone\nb: 2\n', 'a: 1\nb: 2\n'],
  ['a comment beside a value', 'a: 1   #: gone\n', 'a: 1\n'],
  ['an offer at the margin, with the blank line above', 'a: 1\n\n#? b: 2\n#? c: 3\n', 'a: 1\n'],
  ['an indented offer, and no blank line', 'a:\n  b: 1\n\n  #? c: 2\n', 'a:\n  b: 1\n\n'],
  ['the last line without an end', 'a: 1\n#: gone', 'a: 1\n'],
])('%s is removed', (_, text, expected) => {
  expect(stripGeneratedComments(text)).toBe(expected);
});

test.each([
  ['a comment of the caller', 'a: 1 # mine\n# mine, too\n#mine\n'],
  ['a text that looks like one', 'a: "x #: y"\nb: \'#? z\'\n'],
  ['lines of a block', 'a: |\n  #: kept\n  #? kept\nb: >\n  #: kept\n'],
])('%s stays', (_, text) => {
  expect(stripGeneratedComments(text)).toBe(text);
});
