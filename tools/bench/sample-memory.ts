import { statSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from '../../src/audit.js';
import { tuneEngine } from '../../src/cli/process/tune-engine.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { render } from '../../src/report/render.js';

/** The memory of this process at one moment of a long audit, in megabytes. */
export interface MemorySample {
  readonly requests: number;
  readonly heapMegabytes: number;
  readonly rssMegabytes: number;
}

/** What came of a long audit. */
export interface LongAudit {
  readonly requests: number;
  readonly seconds: number;
  readonly samples: readonly MemorySample[];
  readonly reportMegabytes: number;
  readonly tapeMegabytes: number;
  readonly verdicts: Readonly<Record<string, number>>;
}

/** Audits with so many cases, tape and ledger on disk; looks at its memory whenever `every` more requests were sent. */
export async function runLongAudit(baseUrl: string, folder: string, cases: number, every: number): Promise<LongAudit> {
  tuneEngine();
  const files = { tape: join(folder, 'tape.ndjson'), ledger: join(folder, 'ledger.ndjson'), report: 'report.json' };
  const chosen = { cases, concurrency: 8, maxRequests: unlimited, maxSeconds: 36_000 };
  const { limits, ...profile } = await loadProfile({ baseUrl, cwd: folder, env: {}, ...chosen });
  const samples: MemorySample[] = [];
  const verdicts: Record<string, number> = {};
  let sent = 0;
  const startedAt = performance.now();
  const unbounded = { ...profile, limits: { ...limits, maxMade: unlimited } };
  const report = await audit(unbounded, {
    seed: 1,
    files,
    onResult: ({ verdict, requests }) => {
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      sent += requests;
      if (sent >= (samples.at(-1)?.requests ?? 0) + every) samples.push(sampleMemory(sent));
    },
  });
  samples.push(sampleMemory(report.requests));
  return {
    requests: report.requests,
    seconds: (performance.now() - startedAt) / 1_000,
    samples,
    reportMegabytes: Buffer.byteLength(render(report, 'json')) / megabyte,
    tapeMegabytes: statSync(files.tape).size / megabyte,
    verdicts,
  };
}

const megabyte = 2 ** 20;
/** More than any audit sends or makes. */
const unlimited = 100_000_000;

/** Garbage is not counted if the process was started with garbage collection exposed. */
function sampleMemory(requests: number): MemorySample {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { requests, heapMegabytes: heapUsed / megabyte, rssMegabytes: rss / megabyte };
}
