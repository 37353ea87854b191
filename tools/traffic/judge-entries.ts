import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditTraffic } from '../../src/audit/traffic/audit-traffic.js';
import type { Json } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { writeHar } from './client-script.js';

/** Loaded once for all recordings. */
const ruleSet = loadRuleSet();

/** Judges entries of an archive as the traffic of a service. */
export async function judgeEntries(
  entries: readonly Json[],
  baseUrl: string,
  { creator = 'recorder', openapi }: { readonly creator?: string; readonly openapi?: string } = {},
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  try {
    return await judgeFile(writeHar(folder, 'traffic.har', entries, creator), baseUrl, openapi);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Judges a file as the traffic of a service. */
export async function judgeFile(file: string, baseUrl: string, openapi?: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  try {
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
      ...{ ruleSet: await ruleSet, recordings: [file], notes: [], reportFile: 'report.json' },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
