import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useSteadyClock } from '../../../../test/support/use-steady-clock.js';
import { listViolatedRules } from '../../../../tools/matrix/audit-demo.js';
import { audit } from '../../../audit.js';
import { startDemo } from '../../../demo/start-demo.js';
import type { Report } from '../../../model/result/report.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { writeSurvey } from './write-survey.js';

useSteadyClock();

let folder: string;
const file = () => join(folder, 'survey.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function auditDemo(fault: string | undefined, only: readonly string[], baseline?: string): Promise<Report> {
  const demo = await startDemo(fault === undefined ? {} : { fault });
  try {
    const before = baseline === undefined ? {} : { waiversFile: baseline };
    const profile = await loadProfile({ baseUrl: demo.url, cwd: folder, env: {}, only, ...before });
    return await audit(profile, { seed: 1, onSeen: writeSurvey({ out: folder, ...(baseline && { baseline }) }) });
  } finally {
    await demo.close();
  }
}

const changes = [
  'versions/members-keep-their-names-and-types',
  'versions/accepted-inputs-stay-accepted',
  'versions/resources-and-methods-are-kept',
];

describe('the survey of a run', () => {
  test('is the baseline of a later run, which finds changes', async () => {
    await auditDemo(undefined, ['creation/*', 'idempotency/patch-is-acknowledged']);
    const [orders] = JSON.parse(readFileSync(file(), 'utf8')).collections;
    expect(orders).toMatchObject({ path: '/orders', required: ['customer', 'quantity'] });
    expect(orders.operations).toEqual(expect.arrayContaining(['POST /orders', 'PATCH /orders/{id}']));
    expect(orders.members).toMatchObject({ '/createdAt': ['string'], '/links/self': ['string'] });
    const later = await auditDemo(undefined, changes, file());
    expect(
      later.results
        .filter(({ verdict }) => verdict === 'held')
        .map(({ rule }) => rule)
        .sort(),
    ).toEqual([...changes].sort());
    expect(listViolatedRules(await auditDemo('created-at-is-removed', changes, file()))).toEqual([
      'versions/members-keep-their-names-and-types',
    ]);
  });

  test('is never written over the baseline of the same run', () => {
    writeFileSync(file(), 'before');
    writeSurvey({ out: folder, baseline: file() })([]);
    expect(readFileSync(file(), 'utf8')).toBe('before');
    writeSurvey({ out: folder })([]);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ schema: 'assay-survey/1', collections: [] });
  });

  test('is reported when it cannot be written', () => {
    expect(() => writeSurvey({ out: join(folder, 'gone') })([])).toThrow(/cannot write to --out/);
  });
});
