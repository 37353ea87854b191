import { tuneEngine } from '../../src/cli/process/tune-engine.js';
import { loadApi, measureProcess } from './measure-process.js';

/** One full audit, tape and ledger on disk and memory spared as in any run. */
const [baseUrl = '', tape = '', concurrency = '', cases = ''] = process.argv.slice(2);
tuneEngine();
const { aim, audit } = await loadApi();
await measureProcess(async () => {
  const profile = await aim({
    baseUrl,
    cwd: '/',
    env: {},
    cases: Number(cases),
    concurrency: Number(concurrency),
    maxRequests: 1_000_000,
    maxSeconds: 600,
  });
  const files = { tape, ledger: `${tape}.ledger`, report: 'report.json' };
  const report = await audit(profile, { seed: 1, files });
  return report.requests;
});
