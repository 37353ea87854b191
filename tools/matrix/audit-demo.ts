import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditOptions } from '../../src/audit/options.js';
import { audit } from '../../src/audit.js';
import type { Report } from '../../src/model/result/report.js';
import type { Baseline } from '../../src/model/service/baseline.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { baselineRules } from './baseline-rules.js';
import type { DemoSetup } from './setup.js';
import { startDemoService } from './start-demo-service.js';
import type { StartService } from './start-service.js';

/** What one audit of the demo showed. */
export interface DemoAudit {
  readonly report: Report;
  /** Orders that the service still held when it was over. */
  readonly remainingOrders: number;
  /** What was seen of it, as a baseline for the audit of its next version. */
  readonly seen: Baseline['collections'];
}

/** What an audit looks at, beside its setup. */
export interface AuditChoice extends Pick<AuditOptions, 'path' | 'case' | 'subject' | 'shard' | 'ruleSet' | AuditHook> {
  /** Globs of rules; all of them when left out. */
  readonly only?: readonly string[];
  /** Whether only the rules of a quick run are checked. */
  readonly isQuick?: boolean;
  /** How the service is started; the demo when left out. */
  readonly start?: StartService;
}

/** What a caller hears of an audit under way, and how it ends one. */
type AuditHook = 'signal' | 'onResult' | 'onExchange';

/** Audits a freshly started service, with nothing but its URL and the profile that its dialects ask for. One trial at a time, so that a fault which reaches across items is never blamed on a bystander. */
export async function auditDemoOnce(
  setup: DemoSetup,
  { only = [], isQuick = false, start = startDemoService, ...one }: AuditChoice = {},
): Promise<DemoAudit> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const service = await start(setup, folder);
  try {
    const { file } = service;
    const { concurrency = 1 } = setup;
    const flags = { baseUrl: service.url, cwd: folder, env: {}, only, concurrency, isQuick, ...(file && { file }) };
    const aimed = await loadProfile(isFlooded(setup) ? { ...flags, ...chooseFloodOptions(only) } : flags);
    const profile = setup.fault?.isChange ? { ...aimed, baseline: await createBaseline(setup) } : aimed;
    let seen: Baseline['collections'] = [];
    const onSeen = (collections: typeof seen) => {
      seen = collections;
    };
    const report = await audit(profile, { seed: setup.seed, onSeen, ...one });
    return { report, remainingOrders: service.countRemaining(), seen };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

/** What a correct demo shows before it changes. */
async function createBaseline({ dialect, seed }: DemoSetup): Promise<Baseline> {
  const { seen } = await auditDemoOnce({ dialect, seed }, { only: baselineRules });
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
