import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Attempt, type AttemptLimits, attemptAudit } from './attempt-audit.js';
import { checkAttempt } from './check-attempt.js';
import { renderOutcomeLine } from './outcome-line.js';
import { type HostileService, hostileServices } from './service/hostile-services.js';

/**
 * `npm run hostile -- [--name NAME…] [--list] [--abreast N]`: every hostile service audited by the real command line,
 * a line for each. Exits 1 when the kit crashed, hung, grew, wrote no report, went astray, or showed something as it is.
 */
const { values } = parseArgs({
  options: {
    name: { type: 'string', multiple: true },
    abreast: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
  },
});
const bin = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const limits: AttemptLimits = { seconds: 20, requests: 400, timeoutMs: 2_000 };
const chosen = hostileServices.filter(({ name }) => values.name?.some((part) => name.includes(part)) ?? true);
/** What shows harm does so in a proof, which takes a rule to be tried to its end. */
const chooseLimits = ({ kind }: HostileService): AttemptLimits =>
  kind === 'shown' ? { ...limits, only: ['safety/get-does-not-change-*'] } : limits;
const print = (line: string) => process.stdout.write(`${line}\n`);
const failedAttempts: Attempt[] = [];

if (values.list) for (const { name, says } of chosen) print(`${name.padEnd(40)} ${says}`);
else await auditAll();

async function auditAll(): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let one = chosen[next++]; one !== undefined; one = chosen[next++]) {
      const came = await attemptAudit(one, bin, chooseLimits(one));
      const faults = checkAttempt(came, limits);
      if (faults.length > 0) failedAttempts.push(came);
      print([renderOutcomeLine(came), ...faults.map((fault) => `  ! ${fault}`)].join('\n'));
    }
  };
  await Promise.all(Array.from({ length: Number(values.abreast) }, lane));
  print(`${chosen.length} hostile services, ${failedAttempts.length} of them got the better of the kit`);
  process.exitCode = failedAttempts.length === 0 ? 0 : 1;
}
