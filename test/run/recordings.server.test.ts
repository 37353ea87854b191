import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import type { Json } from '../../src/model/json.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { serveDesks } from './creation-forms.fixture.js';

useSteadyClock();

const existing = [{ id: 'd-one', label: 'By the window', seats: 2, note: null }];
const body = JSON.stringify({ label: 'New desk', seats: 3 });

const createHar = (base: string): Json => ({
  log: {
    entries: [
      {
        request: { method: 'GET', url: `${base}/desks` },
        response: { status: 200, content: { text: JSON.stringify(existing) } },
      },
      {
        request: { method: 'POST', url: `${base}/desks`, postData: { mimeType: 'application/json', text: body } },
        response: { status: 201, content: {} },
      },
      {
        request: { method: 'DELETE', url: `${base}/desks/0f9e24fc-c4df-4eeb-b50e-0d028fa580ff` },
        response: { status: 204, content: {} },
      },
      {
        request: { method: 'GET', url: `${base}/desks/0f9e24fc-c4df-4eeb-b50e-0d028fa580ff` },
        response: { status: 200, content: { text: JSON.stringify(existing[0]) } },
      },
    ],
  },
});

const createPostman = (): Json => ({
  info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      request: { method: 'GET', url: '{{base}}/desks' },
      response: [{ code: 200, body: JSON.stringify(existing) }],
    },
    { request: { method: 'POST', url: '{{base}}/desks', body: { mode: 'raw', raw: body } } },
    { request: { method: 'GET', url: '{{base}}/desks/:id' } },
    { request: { method: 'DELETE', url: '{{base}}/desks/:id' } },
  ],
});

test.each([
  ['HAR', createHar],
  ['Postman', createPostman],
])('operations and examples come from %s, and promise nothing else', async (_, create) => {
  const folder = createTemporaryFolder();
  const service = await serveDesks({ method: 'POST', existing });
  const file = join(folder, 'recorded.json');
  writeFileSync(file, JSON.stringify(create(service.baseUrl)));
  const report = await audit(
    await loadProfile({ baseUrl: service.baseUrl, cwd: '/', env: {}, openapi: file, cases: 3 }),
    { seed: 1 },
  );
  const list = (verdict: string) => report.results.filter((one) => one.verdict === verdict).map(({ rule }) => rule);
  expect([list('violated'), list('errored')]).toEqual([[], []]);
  expect(list('held')).toEqual(
    expect.arrayContaining(['creation/created-item-is-readable', 'idempotency/deleted-item-is-gone']),
  );
  expect(list('held').filter((rule) => /^document\/response/.test(rule))).toEqual([]);
  expect(report.coverage.operations?.length).toBe(4);
  expect([...service.desks.values()]).toEqual(existing);
});
