import { isUnreachable } from '../../limits/classify-answer.js';
import { type RequestMeter, UnsentError } from '../../limits/request-meter.js';
import type { TriedCase } from '../trial/experiment.js';
import { ifInconclusive } from '../trial/retry-setup.js';

const stoppedMessage = 'the service stopped during the case, and may have lost its items';

/**
 * Wraps the meter of a case: once the service has stopped, the case sends nothing more. Its items may be gone, and their
 * addresses may belong to others.
 */
export function endAtStop(meter: RequestMeter): RequestMeter {
  const before = meter.outages.countOutages();
  const requireNoStop = () => {
    if (meter.outages.countOutages() > before) throw new UnsentError('no-answer', stoppedMessage);
  };
  return {
    ...meter,
    async send(request) {
      requireNoStop();
      return meter.send(request);
    },
    async raw(request) {
      requireNoStop();
      return meter.raw(request);
    },
    async abort(request, how) {
      requireNoStop();
      return meter.abort(request, how);
    },
  };
}

/**
 * A case decides nothing if the service stopped since it began: `before` is how often it had stopped then. Where a connection broke, and
 * nothing was answered since, another request shows whether it did.
 */
export async function voidAtStop(meter: RequestMeter, before: number, tried: TriedCase): Promise<TriedCase> {
  if (tried.seen.some(({ n }) => meter.outages.isOpen(n))) await askService(meter);
  if (meter.outages.countOutages() === before) return requireConnection(tried);
  const sent = tried.seen.filter(({ n, answer }) => n > 0 && answer === undefined).at(-1);
  const where = sent === undefined ? '' : `: ${sent.method} ${sent.path} got no answer (exchange ${sent.n})`;
  const finding = { verdict: 'inconclusive', cause: 'no-answer', why: `${stoppedMessage}${where}` } as const;
  return { ...tried, finding, hasStopped: true };
}

/** What was refused and not sent again with success shows nothing, whatever the rule makes of it. */
function requireConnection(tried: TriedCase): TriedCase {
  const { seen, finding } = tried;
  if (finding.verdict === 'inconclusive' || seen.every(({ answer }) => answer !== undefined)) return tried;
  const isRepeated = ({ method, path }: TriedCase['seen'][number], i: number) =>
    seen.slice(i).some((later) => later.answer && later.method === method && later.path === path);
  const lost = seen.find((one, i) => isUnreachable(one) && !isRepeated(one, i));
  if (lost === undefined) return tried;
  const why = `${lost.method} ${lost.path} got no answer (exchange ${lost.n}): ${lost.silence}`;
  return { ...tried, finding: { verdict: 'inconclusive', cause: 'no-answer', why } };
}

/** Reads the base URL: a refused connection is an outage. */
async function askService(meter: RequestMeter): Promise<void> {
  const request = { method: 'GET', path: '/', role: 'control', trial: 'outage', isHasty: true } as const;
  await meter.send(request).catch(ifInconclusive(() => {}));
}
