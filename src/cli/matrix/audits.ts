import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditOptions, audit } from '../../audit.js';
import { type Fault, startDemo } from '../../proving/index.js';
import { aim } from '../../target/index.js';
import type { Report } from '../../verdict/index.js';
import { declareDialects } from '../demo-profile.js';

/** What the demo is told to be for one audit. */
export interface Setup {
  readonly fault?: Fault;
  readonly dialect: readonly string[];
  readonly seed: number;
}

/** What one audit of the demo showed. */
export interface Audited {
  readonly setup: Setup;
  readonly report: Report;
  /** Orders that the service still held when it was over. */
  readonly left: number;
}

/** Audits a freshly started demo, with nothing but its URL and the profile that its dialects ask for. One trial at a time, so that a fault which reaches across items is never blamed on a bystander. */
export async function auditDemoOnce(
  setup: Setup,
  only: readonly string[] = [],
  one: Pick<AuditOptions, 'path' | 'subject'> = {},
): Promise<Audited> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const demo = await startDemo({ dialect: setup.dialect, ...(setup.fault && { fault: setup.fault.name }) });
  try {
    const file = declareDialects(setup.dialect, folder);
    const profile = await aim({ baseUrl: demo.url, cwd: folder, env: {}, only, concurrency: 1, ...(file && { file }) });
    const report = await audit(profile, { seed: setup.seed, ...one });
    return { setup, report, left: demo.orders() };
  } finally {
    await demo.close();
    rmSync(folder, { recursive: true });
  }
}

/** The rules that a report calls violated, in order. */
export const violatedIn = ({ results }: Report): string[] =>
  [...new Set(results.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule))].sort();

/** Does things side by side, a few at a time; results in order. */
export async function sideBySide<T, R>(
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
