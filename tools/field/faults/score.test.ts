import { expect, test } from 'vitest';
import type { Fault } from './fault.js';
import { renderScore } from './render-score.js';
import type { AuditResult } from './result.js';
import { scoreHalf } from './score.js';

const fault = (name: string, visibility: Fault['visibility']): Fault & { key: string } => ({
  ...{ name, key: name, visibility, class: 'pages', story: '', source: '', edits: [] },
  show: async () => undefined,
});
const result = (violated: string[], name?: string): AuditResult => ({
  ...{ service: 'koa', mode: 'profile', seed: 1, requests: 10, seconds: 1, violated },
  ...(name !== undefined && { fault: name }),
});
const faults = [fault('first', 'blatant'), fault('second', 'subtle')];
const results = [result(['a/known']), result(['a/known', 'a/new'], 'first'), result(['a/known'], 'second')];

test('a fault is found by a rule that is not violated on the correct service', () => {
  const { groups } = scoreHalf({ service: 'koa', mode: 'profile', isHeldOut: false }, faults, results);
  expect(groups.all).toEqual({ found: 1, of: 2, missed: ['second'] });
  expect(groups.pages).toEqual({ found: 1, of: 2, missed: ['second'] });
  expect(groups.blatant).toEqual({ found: 1, of: 1, missed: [] });
  expect(groups.states).toEqual({ found: 0, of: 0, missed: [] });
});

test('results of another mode do not count', () => {
  const { groups } = scoreHalf({ service: 'koa', mode: 'document', isHeldOut: false }, faults, results);
  expect(groups.all?.found).toBe(0);
});

test('the table names the faults that were missed, but none that is held out', () => {
  const open = scoreHalf({ service: 'koa', mode: 'profile', isHeldOut: false }, faults, results);
  const closed = scoreHalf({ service: 'koa', mode: 'profile', isHeldOut: true }, faults, results);
  const text = renderScore([open, closed]);
  expect(text).toContain('| Class | koa, profile | koa, profile, held out |');
  expect(text).toContain('| pages | 1/2 | 1/2 |');
  expect(text).toContain('Missed (koa, profile): second');
  expect(text.match(/second/g)).toHaveLength(1);
});
