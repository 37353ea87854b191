import { describe, expect, test } from 'vitest';
import { findControlCodes } from '../../../test/support/control-characters.js';
import { hostileMarkup, hostileReport } from '../../report/html/hostile-text.fixture.js';
import { plainContentPolicy } from '../../report/html/page/assets.js';
import { createFleetReport } from './fleet.fixture.js';
import type { FleetReport, FleetTargetResult } from './fleet-report.js';
import { describeFleetGate } from './fleet-text.js';
import { fleetFormats, fleetRenderers } from './write-fleet-report.js';

const plain = createFleetReport('orders');
const hostile = createFleetReport(hostileMarkup, hostileReport);

describe('the page of a fleet', () => {
  const page = fleetRenderers.html(plain);

  test('says what failed, what changed and who answers for it', () => {
    const text = page
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('Failed: 1 of 2 targets failed, 1 target without a report (exit 4)');
    expect(text).toContain('Since the run before: 1 new, 0 flaky, 0 known before, 1 fixed.');
    expect(text).toContain('orders new MUST orders [orders] orders orders');
    expect(page).toContain('<a href="./targets/orders/report.html">orders</a>');
  });

  test('loads nothing, runs nothing, and has unique ids without broken links', () => {
    expect(page).toContain(`content="${plainContentPolicy}"`);
    expect(page).not.toMatch(/<script|\ssrc=|url\(|@import|\sstyle=|\son\w+=/);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const wanted = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('shows hostile text as text, and links below its own folder only', () => {
    const own = fleetRenderers.html(hostile);
    const tags = (html: string) => new Set([...html.matchAll(/<\/?([a-z]\w*)/gi)].map(([, tag]) => tag));
    expect([...tags(own)].filter((tag) => !tags(page).has(tag))).toEqual([]);
    const links = [...own.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links.filter((href) => !/^(#|\.\/|data:,$)/.test(href))).toEqual([]);
    expect(findControlCodes(own.replace(/<style>[\s\S]*?<\/style>/, ''))).toEqual([]);
  });
});

test.each<[readonly FleetTargetResult['status'][], FleetReport['gate']['exit'], string]>([
  [['incomplete', 'passed'], 5, 'Incomplete: 1 of 2 targets incomplete (exit 5)'],
  [
    ['failed', 'incomplete', 'no report'],
    4,
    'Failed: 1 of 3 targets failed, 1 incomplete, 1 target without a report (exit 4)',
  ],
  [['passed'], 0, 'Passed: 1 target passed (exit 0)'],
])('a fleet of %j with exit code %i is named', (all, exit, text) => {
  const [target] = plain.targets;
  const targets = all.map((status) => ({ ...(target as FleetTargetResult), status }));
  expect(describeFleetGate({ ...plain, targets, gate: { open: exit === 0, exit } })).toBe(text);
});

test('Markdown shows hostile text as text, in whole tables', () => {
  const text = fleetRenderers.markdown(hostile);
  // Within code, nothing is markup.
  expect(text.replaceAll(/(`+).*?\1/g, '')).not.toMatch(/<(?!\/?code>|!-- -->)\/?[a-z!]/i);
  expect(text).not.toMatch(/\]\((?!\.\/)/);
  expect(findControlCodes(text)).toEqual([]);
  for (const [, head = '', rows = ''] of text.matchAll(/^\| (.*) \|\n\|(?: --- \|)+\n((?:\|.*\n)*)/gm))
    for (const row of rows.trimEnd().split('\n'))
      expect(row.slice(2, -2).split(/(?<!\\)\|/).length).toBe(head.split(/(?<!\\)\|/).length);
});

test('JSON holds all of it, with escapes for control characters', () => {
  const text = fleetRenderers.json(hostile);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(hostile)));
  expect(findControlCodes(text)).toEqual([]);
  expect(Object.keys(fleetFormats)).toEqual(Object.keys(fleetRenderers));
});
