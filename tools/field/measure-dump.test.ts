import { expect, test } from 'vitest';
import { createTestReport } from '../../src/model/result/report.fixture.js';
import type { Report } from '../../src/model/result/report.js';
import { createSampleResult } from '../../test/report-samples/sample-result.js';
import { measureDump, renderDump, renderDumpHead } from './measure-dump.js';
import type { WireRequest } from './record-requests.js';

const before: { id: number; parent?: null }[][] = [[{ id: 1 }, { id: 2 }]];
const measure = (after: typeof before, changes: Parameters<typeof createTestReport>[0] = {}) =>
  measureDump('shop', 'url', 'deletes', { report: createTestReport(changes), before, after, requests: [] });

test('a report is true if it says what was added, and names what is gone', () => {
  expect(measure(before)).toMatchObject({ isSame: true, added: 0, lost: 0, isTrue: true });
  const leftovers = [
    { url: '/items', why: 'kept', count: 2 },
    { url: '/items', why: 'unknown', mayExist: true as const },
  ];
  const more = [[...(before[0] ?? []), { id: 3 }, { id: 4 }]];
  expect(measure(more, { leftovers })).toMatchObject({ added: 2, certain: 2, possible: 1, isTrue: true });
  const { survey } = createTestReport();
  const notes = [
    'items: an item that existed before the run is gone, and the run sent no request to remove it: /items/2',
  ];
  expect(measure([[{ id: 1 }]], { survey: { ...survey, notes } })).toMatchObject({ lost: 1, named: 1, isTrue: true });
});

test('a report is wrong that hides an item, invents one, or does not name a lost one', () => {
  expect(measure([[...(before[0] ?? []), { id: 3 }]]).isTrue).toBe(false);
  expect(measure(before, { leftovers: [{ url: '/items/3', why: 'kept' }] }).isTrue).toBe(false);
  expect(measure([[{ id: 1 }]]).isTrue).toBe(false);
  expect(renderDump(measure([[{ id: 1 }]]))).toBe('| shop | url | deletes | no | 0 | 1 | 0 | 0 | 0 | 0 | 0 | wrong |');
  expect(
    renderDumpHead()
      .split('\n')
      .map((row) => row.split('|').length),
  ).toEqual([14, 14]);
});

test('an audit is wrong that sends or changes what its permission excludes', () => {
  const send = (permit: 'reads' | 'writes' | 'deletes', requests: readonly WireRequest[], after = before) =>
    measureDump('shop', 'url', permit, { report: createTestReport(), before, after, requests }).isTrue;
  const [get, post, remove] = ['GET', 'POST', 'DELETE'].map((method) => ({ method, path: '/items' })) as [
    WireRequest,
    WireRequest,
    WireRequest,
  ];
  expect([send('reads', [get]), send('writes', [get, post]), send('deletes', [post, remove])]).toEqual([
    true,
    true,
    true,
  ]);
  expect([send('reads', [get, post]), send('reads', [remove]), send('writes', [post, remove])]).toEqual([
    false,
    false,
    false,
  ]);
});

test('an item of others that HEAD removed must be named, and what it takes along is accepted', () => {
  const why = 'an item that this run did not create seems to be removed by HEAD; run with --permit writes';
  const rule = 'safety/head-does-not-change-the-item';
  const result = createSampleResult({ rule, verdict: 'inconclusive', cause: 'noise', why });
  const read = (results: Report['results']) =>
    measureDump('shop', 'url', 'reads', {
      report: createTestReport({ results }),
      ...{ before, after: [[{ id: 2, parent: null }]], requests: [] },
    });
  expect(read([result])).toMatchObject({ lost: 2, added: 1, named: 1, isTrue: true });
  expect(read([]).isTrue).toBe(false);
});
