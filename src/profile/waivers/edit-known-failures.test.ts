import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { editKnownFailures, type KnownFailuresChange, type NewWaiver } from './edit-known-failures.js';

const text = `# Kept by the orders team
waivers:
  # the counter
  - rule: safety/a # ORD-7
    subject: orders
    reason: "known"
    until: "2026-06-30"

  - { rule: safety/b, reason: also known } # both on one line
  # about c
  - rule: safety/c
    reason: |-
      a longer
      reason
`;

const added = (parts: Partial<NewWaiver> = {}): NewWaiver => ({
  rule: 'safety/d',
  subject: 'orders',
  reason: 'accepted',
  about: 'broken: it holds',
  ...parts,
});
const edited = (change: Partial<KnownFailuresChange>, from = text) =>
  editKnownFailures(from, { drop: new Set(), add: [], ...change }, false);
const rulesIn = (yaml: string) => parse(yaml).waivers.map(({ rule }: { rule: string }) => rule);

test('a new entry leaves all other text unchanged', () => {
  const after = edited({ add: [added()] });
  const tail = '  - rule: safety/d # broken: it holds\n    subject: orders\n    reason: accepted\n';
  expect(after).toBe(text + tail);
});

test('removing an entry removes its comments, and no others', () => {
  const after = edited({ drop: new Set([1]) });
  expect(rulesIn(after)).toEqual(['safety/a', 'safety/c']);
  for (const kept of ['# Kept by the orders team', '# the counter', '# ORD-7', '# about c'])
    expect(after).toContain(kept);
  expect(after).not.toContain('both on one line');
});

test('a new file begins with a comment', () => {
  const after = edited({ add: [added()] }, '');
  expect(after).toMatch(/^# Known failures: .+\nwaivers:\n {2}- rule: safety\/d # broken: it holds\n/);
  expect(parse(after)).toEqual({ waivers: [{ rule: 'safety/d', subject: 'orders', reason: 'accepted' }] });
});

test('removing the last entry leaves an empty list, to which another one can be added', () => {
  const none = edited({ drop: new Set([0]) }, edited({ add: [added()] }, ''));
  expect(none).toMatch(/\nwaivers: \[\]\n$/);
  expect(rulesIn(edited({ add: [added()] }, none))).toEqual(['safety/d']);
  expect(rulesIn(edited({ add: [added()] }, 'waivers:\n'))).toEqual(['safety/d']);
});

test.each(['a: b', 'x\n- rule: all/of-them', '# no comment', '"quoted"', '*', 'true', '1'])(
  'a subject of %j stays a subject',
  (subject) => {
    expect(parse(edited({ add: [added({ subject })] }, ''))).toEqual({
      waivers: [{ rule: 'safety/d', subject, reason: 'accepted' }],
    });
  },
);

test('a comment of several lines starts no entry', () => {
  const after = edited({ add: [added({ about: 'one\n- rule: all/of-them' })] }, '');
  expect(rulesIn(after)).toEqual(['safety/d']);
});

test('keeps line endings', () => {
  const after = edited({ add: [added()] }, text.replaceAll('\n', '\r\n'));
  expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('keeps the comments of a file without entries', () => {
  const after = edited({ add: [added()] }, '# ours\n');
  expect(after).toMatch(/^# ours\n/);
  expect(rulesIn(after)).toEqual(['safety/d']);
});

test('writes JSON to a JSON file with any name', () => {
  const after = edited({ add: [added()] }, '{"waivers": []}\n');
  expect(JSON.parse(after).waivers).toHaveLength(1);
});

test('JSON stays JSON, with its other content', () => {
  const json = JSON.stringify({ schema: 'assay-survey/1', collections: [], waivers: [{ rule: 'a', reason: 'r' }] });
  const after = editKnownFailures(json, { drop: new Set([0]), add: [added()] }, true);
  expect(JSON.parse(after)).toEqual({
    schema: 'assay-survey/1',
    collections: [],
    waivers: [{ rule: 'safety/d', subject: 'orders', reason: 'accepted' }],
  });
});
