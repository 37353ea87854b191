import { expect, test } from 'vitest';
import { TrialTimes } from './split-requests.js';

const url = 'http://service/orders';
const held = { trial: { rule: 'safety/a', subject: { name: 'orders' } } };

test('splits the requests by suite and purpose', () => {
  const counts = new TrialTimes();
  counts.onSent({ trial: undefined, role: 'survey', request: { url } });
  counts.onSent({ trial: 'ground@orders', role: 'control', request: { url } });
  counts.onSent({ trial: 'safety/a@orders', role: undefined, request: { url } });
  const answer = { status: 201, headers: { location: '/orders/1' } };
  counts.onEnd({ trial: 'safety/a@orders', role: undefined, request: { url }, end: { ms: 1, answer } });
  counts.onSent({ trial: 'safety/a@orders', role: 'control', request: { url: `${url}/1` } });
  counts.onSent({ trial: 'cleanup', role: 'cleanup', request: { url: `${url}/1` } });
  counts.onSent({ trial: 'cleanup', role: 'cleanup', request: { url: `${url}/of-no-trial` } });
  counts.onSent({ trial: 'sweep@orders', role: undefined, request: { url } });
  expect(counts.splitRequests([held])).toEqual([
    { suite: '-', setup: 2, treatment: 0, control: 0, confirmation: 0, cleanup: 2 },
    { suite: 'safety', setup: 0, treatment: 1, control: 1, confirmation: 0, cleanup: 1 },
  ]);
});

test('counts what follows the first sight of a violation as confirmation', () => {
  const counts = new TrialTimes();
  for (const role of [undefined, 'control', undefined, undefined, 'control'])
    counts.onSent({ trial: 'safety/a@orders', role, request: { url } });
  expect(counts.splitRequests([{ ...held, foundAfter: 3 }])).toEqual([
    { suite: 'safety', setup: 0, treatment: 2, control: 1, confirmation: 2, cleanup: 0 },
  ]);
});

test('adds up the rules of a suite on all subjects', () => {
  const counts = new TrialTimes();
  for (const trial of ['safety/a@orders', 'safety/b@GET /orders', 'links/a@things'])
    counts.onSent({ trial, role: undefined, request: { url } });
  expect(counts.splitRequests([]).map(({ suite, treatment }) => [suite, treatment])).toEqual([
    ['links', 1],
    ['safety', 2],
  ]);
});
