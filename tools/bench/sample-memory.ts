import { statSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from '../../src/audit.js';
import { spareMemory } from '../../src/cli/process/heap-limit.js';
import { aim } from '../../src/profile/load-profile.js';
import { render } from '../../src/report/render.js';

/** The memory of this process at one moment of a long audit, in megabytes. */
export interface Sample {
  readonly requests: number;
  readonly heapMegabytes: number;
  readonly rssMegabytes: number;
}

/** What came of a long audit. */
export interface Endured {
  readonly requests: number;
  readonly seconds: number;
  readonly samples: readonly Sample[];
  readonly reportMegabytes: number;
  readonly tapeMegabytes: number;
  readonly verdicts: Readonly<Record<string, number>>;
}

/** Audits with so many cases, tape and ledger on disk; looks at its memory whenever `every` more requests were sent. */
export async function endure(baseUrl: string, folder: string, cases: number, every: number): Promise<Endured> {
  spareMemory();
  const files = { tape: join(folder, 'tape.ndjson'), ledger: join(folder, 'ledger.ndjson'), report: 'report.json' };
  const chosen = { cases, concurrency: 8, maxRequests: endless, maxSeconds: 36_000 };
  const { limits, ...profile } = await aim({ baseUrl, cwd: folder, env: {}, ...chosen });
  const samples: Sample[] = [];
  const verdicts: Record<string, number> = {};
  let sent = 0;
  const startedAt = performance.now();
  const unbounded = { ...profile, limits: { ...limits, maxMade: endless } };
  const report = await audit(unbounded, {
    seed: 1,
    files,
    onOutcome: ({ verdict, requests }) => {
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      sent += requests;
      if (sent >= (samples.at(-1)?.requests ?? 0) + every) samples.push(sample(sent));
    },
  });
  samples.push(sample(report.requests));
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
const endless = 100_000_000;

/** Garbage counts for nothing where the process was started so that it may be collected. */
function sample(requests: number): Sample {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { requests, heapMegabytes: heapUsed / megabyte, rssMegabytes: rss / megabyte };
}
