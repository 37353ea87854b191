import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditTraffic } from '../../src/audit/traffic/audit-traffic.js';
import { startDemo } from '../../src/demo/start-demo.js';
import type { Json } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { allFaults } from '../../tools/faults/all-faults.js';
import { openRecordingClient, useOrders, writeHar } from './client-script.fixture.js';

/** Judges entries of an archive as the traffic of a service. */
export async function judgeEntries(
  entries: readonly Json[],
  baseUrl: string,
  { creator = 'recorder', openapi }: { readonly creator?: string; readonly openapi?: string } = {},
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  try {
    const file = writeHar(folder, 'traffic.har', entries, creator);
    const document = join(folder, 'openapi.json');
    if (openapi !== undefined) writeFileSync(document, openapi);
    const profile = await loadProfile({
      baseUrl,
      cwd: folder,
      env: {},
      permit: 'reads',
      ...(openapi !== undefined && { openapi: document }),
    });
    return await auditTraffic(profile, {
      ...{ ruleSet: await loadRuleSet(), recordings: [file], notes: [], reportFile: 'report.json' },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Records what a fixed client does with the demo, and judges it. */
export async function judgeDemo(fault?: string, dialect: readonly string[] = []): Promise<Report> {
  const demo = await startDemo({ faults: allFaults, dialect, ...(fault !== undefined && { fault }) });
  try {
    const openapi = await (await fetch(`${demo.url}/openapi.json`)).text();
    const client = openRecordingClient(demo.url);
    await useOrders(client);
    return await judgeEntries(client.entries, demo.url, { openapi });
  } finally {
    await demo.close();
  }
}

/** The rules that are violated, and those that are suspected. */
export const listFlawed = ({ results }: Report, verdict: 'violated' | 'inconclusive'): string[] => [
  ...new Set(results.filter((one) => one.verdict === verdict).map(({ rule }) => rule)),
];
