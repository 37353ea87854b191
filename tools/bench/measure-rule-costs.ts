import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { audit } from '../../src/audit.js';
import { demoDialects } from '../../src/demo/service/demo-profile.js';
import type { Report } from '../../src/model/result/report.js';
import type { BaselineCollection } from '../../src/model/service/baseline.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { startValidVariant } from '../matrix/start-valid-variant.js';

/** `node dist/tools/bench/measure-rule-costs.js`: measures what each rule asks of a service in 10 cases, and writes measured-costs.json. */
const services = [
  { dialect: demoDialects, isFlood: false },
  { dialect: ['library'], isFlood: false },
  { dialect: ['rate-limited'], isFlood: true },
];

const spent = new Map<string, number[]>();
const sums = { all: 0, inTrials: 0 };

for (const { dialect, isFlood } of services) {
  for (const report of await auditTwice(dialect, isFlood)) recordCosts(report, isFlood);
}

const { rules } = await loadRuleSet();
const requests = Object.fromEntries(rules.map(({ id }) => [id, average(spent.get(id) ?? [])]));
const overheadFactor = Math.round((100 * sums.all) / sums.inTrials) / 100;
const file = fileURLToPath(new URL('../../../src/plan/measured-costs.json', import.meta.url));
writeFileSync(file, `${JSON.stringify({ overheadFactor, requests }, null, 2)}\n`);

/** The second time with what the first one saw, so that rules about change have something to compare with. */
async function auditTwice(dialect: readonly string[], isFlood: boolean): Promise<Report[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-costs-'));
  const service = await startValidVariant({ dialect, seed: 1, isFlood }, folder);
  try {
    const { file: declared } = service;
    const only = isFlood ? { permit: 'floods' as const, only: ['throttling/*'] } : {};
    const aimed = await loadProfile({
      baseUrl: service.url,
      cwd: folder,
      env: {},
      ...(declared && { file: declared }),
      ...only,
    });
    if (isFlood) return [await audit(aimed, { seed: 1 })];
    let collections: readonly BaselineCollection[] = [];
    const onSeen = (seen: typeof collections) => {
      collections = seen;
    };
    await audit(aimed, { seed: 1, onSeen });
    return [await audit({ ...aimed, baseline: { collections } }, { seed: 2 })];
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

function recordCosts({ results, requests }: Report, isFlood: boolean): void {
  const tried = results.filter(({ verdict }) => verdict === 'held');
  for (const { rule, requests: own } of tried) spent.set(rule, [...(spent.get(rule) ?? []), own]);
  if (isFlood) return;
  sums.all += requests;
  sums.inTrials += results.reduce((sum, result) => sum + result.requests, 0);
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : Math.ceil(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}
