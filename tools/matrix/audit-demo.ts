import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditOptions } from '../../src/audit/options.js';
import { audit } from '../../src/audit.js';
import type { Report } from '../../src/model/result/report.js';
import type { Baseline } from '../../src/model/service/baseline.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import type { DemoSetup } from './setup.js';
import { startAuditedService } from './start-service.js';

/** What one audit of the demo showed. */
export interface DemoAudit {
  readonly setup: DemoSetup;
  readonly report: Report;
  /** Orders that the service still held when it was over. */
  readonly remainingOrders: number;
  /** What was seen of it, for an audit of what it becomes. */
  readonly seen: Baseline['collections'];
}

/** Audits a freshly started demo, with nothing but its URL and the profile that its dialects ask for. One trial at a time, so that a fault which reaches across items is never blamed on a bystander. */
export async function auditDemoOnce(
  setup: DemoSetup,
  only: readonly string[] = [],
  one: Pick<AuditOptions, 'path' | 'subject'> = {},
): Promise<DemoAudit> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const ground = await startAuditedService(setup, folder);
  try {
    const { file } = ground;
    const { concurrency = 1 } = setup;
    const flags = { baseUrl: ground.url, cwd: folder, env: {}, only, concurrency, ...(file && { file }) };
    const aimed = await loadProfile(isFlooded(setup) ? { ...flags, ...chooseFloodOptions(only) } : flags);
    const profile = setup.fault?.isChange ? { ...aimed, baseline: await createBaseline(setup) } : aimed;
    let seen: Baseline['collections'] = [];
    const onSeen = (collections: typeof seen) => {
      seen = collections;
    };
    const report = await audit(profile, { seed: setup.seed, onSeen, ...one });
    return { setup, report, remainingOrders: ground.countRemaining(), seen };
  } finally {
    await ground.close();
    rmSync(folder, { recursive: true });
  }
}

/** What a sound demo shows before it changes. */
async function createBaseline({ dialect, seed }: DemoSetup): Promise<Baseline> {
  const { seen } = await auditDemoOnce({ dialect, seed }, ['creation/*', 'idempotency/*', 'actions/*']);
  return { collections: seen };
}

const isFlooded = ({ fault, isFlood = false }: DemoSetup): boolean => isFlood || fault?.isFlood === true;

/** A flood would drown every other suite, so none of them is asked. */
const chooseFloodOptions = (only: readonly string[]) => ({
  permit: 'floods' as const,
  only: only.length > 0 ? only : ['throttling/*'],
});

/** The rules that a report calls violated, in order. */
export const listViolatedRules = ({ results }: Report): string[] =>
  [...new Set(results.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule))].sort();

/** Does things side by side, a few at a time; results in order. */
export async function runConcurrently<T, R>(
  things: readonly T[],
  atOnce: number,
  go: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < things.length) {
      const index = next;
      next += 1;
      results[index] = await go(things[index] as T);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
