import { tuneEngine } from '../../../src/cli/process/tune-engine.js';
import { loadApi, measureProcess } from '../measure-process.js';

/** Some rules of each kind on all collections, with two cases each: what a whole audit does, in minutes. */
const only = [
  'creation/created-item-is-readable',
  'idempotency/repeated-put-has-one-effect',
  'safety/get-*',
  'responses/*',
];

const [baseUrl = '', folder = ''] = process.argv.slice(2);
tuneEngine();
const { aim, audit } = await loadApi();
await measureProcess(async () => {
  const profile = await aim({
    baseUrl,
    cwd: folder,
    env: {},
    only,
    cases: 2,
    concurrency: 8,
    maxRequests: 10_000_000,
    maxSeconds: 3_600,
  });
  const files = { tape: `${folder}/tape.ndjson`, ledger: `${folder}/ledger.ndjson`, report: 'report.json' };
  const unbounded = { ...profile, limits: { ...profile.limits, maxMade: 10_000_000 } };
  const { requests, gate, results } = await audit(unbounded, { seed: 1, files });
  if (!gate.open) throw new Error(`the audit failed: ${gate.reasons[0]}`);
  if (results.length === 0) throw new Error('nothing was checked');
  return requests;
});
