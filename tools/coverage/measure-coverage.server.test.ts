import { expect, test } from 'vitest';
import { createTestFolder } from '../../test/cli/assay.fixture.js';
import { measureCoverage, renderCoverage } from './measure-coverage.js';

const ok = { responses: { 200: { description: 'OK' } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/orders': { get: ok, post: ok }, '/reports/daily': { get: ok } },
};

test('counts the operations of a document that rules call, without a request', async () => {
  const cwd = createTestFolder({ 'shop.json': JSON.stringify(document) });
  const covered = await measureCoverage('shop.json', cwd);
  expect(covered).toMatchObject({ document: 'shop.json', operations: 3, called: 3, uncalled: [] });
  expect(covered.median).toBeGreaterThanOrEqual(3);
});

test('renders a line for each document, the total, and each operation that is not called', () => {
  const shop = { document: 'shop.json', operations: 4, called: 3, median: 5, uncalled: ['GET /x: reserved'] };
  const rows = renderCoverage([shop, { ...shop, document: 'bank.json', called: 4, median: 7, uncalled: [] }]).split(
    '\n',
  );
  expect(rows.slice(2)).toEqual([
    '| shop.json | 4 | 3 | 5 |',
    '| bank.json | 4 | 4 | 7 |',
    '| total | 8 | 7 (87.5 %) | 5 at least |',
    'shop.json: not called: GET /x: reserved',
    '',
  ]);
});
