import type { Outcome } from '../../model/result/outcome.js';
import type { Suspect } from '../passive/exchange-log.js';
import { type Judgement, type PassiveWork, trySuspect } from '../passive/judge-operation.js';

/** Maximum number of requests that are sent again alone. */
const maxTries = 24;

/**
 * Sends the requests again that were under way when the service stopped, one after the other. Where one of them stops
 * it again, the other requests of the same times are not tried. `suspects` are requests that were under way then.
 */
export async function judgeOutages(suspects: readonly Suspect[], work: PassiveWork): Promise<Judgement[]> {
  const { meter } = work.site;
  let open = sortByOutages(suspects, meter.outages.listOutages());
  const judged: Judgement[] = [];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [suspect] = open;
    if (suspect === undefined) break;
    const operation = nameOperation(suspect, work);
    const before = meter.outages.listOutages();
    const judgement = await trySuspect(operation, suspect, { ...work, begunAt: meter.spent() });
    judged.push(judgement);
    if (judgement.doubt?.cause === 'budget') break;
    open =
      judgement.violation === undefined
        ? open.filter((one) => one !== suspect)
        : open.filter((one) => !isExplained(one, operation, open, before, work));
  }
  return judged;
}

/** Whether a request of the operation was under way each time when this one was. */
function isExplained(
  { exchange }: Suspect,
  operation: string,
  open: readonly Suspect[],
  outages: readonly (readonly number[])[],
  work: PassiveWork,
): boolean {
  const numbers = new Set(open.filter((one) => nameOperation(one, work) === operation).map((one) => one.exchange.n));
  return outages.filter((all) => all.includes(exchange.n)).every((all) => all.some((n) => numbers.has(n)));
}

/** Requests that were alone under way come first, then those with the fewest others. */
function sortByOutages(suspects: readonly Suspect[], outages: readonly (readonly number[])[]): Suspect[] {
  const countCompany = ({ exchange }: Suspect) => outages.find((all) => all.includes(exchange.n))?.length ?? 0;
  return [...suspects].sort((one, other) => countCompany(one) - countCompany(other));
}

const nameOperation = ({ exchange: { method, path } }: Suspect, { findRoute }: PassiveWork): string =>
  `${method} ${findRoute(path).template}`;

/** What is known where the service stopped and no request stopped it again. */
export function summarizeOutages(
  judged: readonly Judgement[],
  { site }: PassiveWork,
): Pick<Outcome, 'verdict' | 'cause' | 'why' | 'notes'> {
  const count = site.meter.outages.countOutages();
  const stopped = `the service stopped ${count === 1 ? 'once' : `${count} times`} during the run`;
  const doubt = judged.find((one) => one.doubt !== undefined)?.doubt;
  if (doubt !== undefined) return { verdict: 'inconclusive', ...doubt, why: `${stopped}; ${doubt.why}`, notes: [] };
  const tried = judged.length === 1 ? 'the request' : `none of the ${judged.length} requests`;
  const why =
    judged.length === 0
      ? `${stopped}; no request that was under way can be sent again`
      : `${stopped}; ${tried} that ${judged.length === 1 ? 'was under way did not stop' : 'were under way stopped'} it again when sent alone`;
  return { verdict: 'inconclusive', cause: 'not-reproduced', why, notes: [] };
}
