import { mkdtempSync, rmSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { startDemoService } from '../matrix/start-demo-service.js';

/**
 * Audits the demo by one rule, and prints as JSON which functions of `src` and `suites` its trial entered: by file, with the number of
 * calls of each.
 */
const rule = 'idempotency/repeated-put-has-one-effect';

export type TrialTrace = Readonly<Record<string, Readonly<Record<string, number>>>>;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** The calls since the last time, by file. The answer of the session comes within this call. */
function takeCalls(): TrialTrace {
  const calls: Record<string, Record<string, number>> = {};
  const count = (scripts: readonly Profiler.ScriptCoverage[]) => {
    for (const { url, functions } of scripts) {
      const [, file] = /\/dist\/((?:src|suites)\/.*)\.js$/.exec(url) ?? [];
      if (file === undefined || file.startsWith('src/demo/')) continue;
      for (const { functionName, ranges } of functions) {
        const [{ startOffset, endOffset, count: times } = { startOffset: 0, endOffset: 0, count: 0 }] = ranges;
        if (times === 0 || (functionName === '' && startOffset === 0)) continue;
        calls[`${file}.ts`] = { ...calls[`${file}.ts`], [`${functionName} ${startOffset}-${endOffset}`]: times };
      }
    }
  };
  session.post('Profiler.takePreciseCoverage', (_, taken) => count(taken?.result ?? []));
  return calls;
}

const folder = mkdtempSync(join(tmpdir(), 'assay-trial-'));
const service = await startDemoService({ dialect: [], seed: 1 }, folder);
try {
  const { url: baseUrl, file } = service;
  const profile = await loadProfile({
    baseUrl,
    cwd: folder,
    env: {},
    only: [rule],
    concurrency: 1,
    ...(file && { file }),
  });
  let trace: TrialTrace = {};
  await audit(profile, {
    seed: 1,
    onBegin: () => void takeCalls(),
    onResult: (result) => {
      if (result.rule === rule) trace = takeCalls();
    },
  });
  process.stdout.write(JSON.stringify(trace));
} finally {
  await service.close();
  rmSync(folder, { recursive: true });
}
