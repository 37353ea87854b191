import { expect, test } from 'vitest';
import { countRequests } from './split-requests.js';

const url = 'http://service/orders';
const held = { trial: { rule: 'safety/a', subject: { name: 'orders' } } };

test('splits the requests by suite and purpose', () => {
  const counts = countRequests();
  counts.recordSent(undefined, 'survey', url);
  counts.recordSent('ground@orders', 'control', url);
  counts.recordSent('safety/a@orders', undefined, url);
  counts.recordCreated('safety/a@orders', `${url}/1`);
  counts.recordSent('safety/a@orders', 'control', `${url}/1`);
  counts.recordSent('cleanup', 'cleanup', `${url}/1`);
  counts.recordSent('cleanup', 'cleanup', `${url}/of-nobody`);
  counts.recordSent('sweep@orders', undefined, url);
  expect(counts.split([held])).toEqual([
    { suite: '-', setup: 2, treatment: 0, control: 0, confirmation: 0, cleanup: 2 },
    { suite: 'safety', setup: 0, treatment: 1, control: 1, confirmation: 0, cleanup: 1 },
  ]);
});

test('counts what follows the first sight of a violation as confirmation', () => {
  const counts = countRequests();
  for (const role of [undefined, 'control', undefined, undefined, 'control'])
    counts.recordSent('safety/a@orders', role, url);
  expect(counts.split([{ ...held, foundAfter: 3 }])).toEqual([
    { suite: 'safety', setup: 0, treatment: 2, control: 1, confirmation: 2, cleanup: 0 },
  ]);
});

test('adds up the rules of a suite on all subjects', () => {
  const counts = countRequests();
  for (const trial of ['safety/a@orders', 'safety/b@GET /orders', 'links/a@things'])
    counts.recordSent(trial, undefined, url);
  expect(counts.split([]).map(({ suite, treatment }) => [suite, treatment])).toEqual([
    ['links', 1],
    ['safety', 2],
  ]);
});
