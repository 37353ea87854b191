import { type Exchange, type Finding, held, inconclusive, violated } from '#rule';

/** Server errors that say something about the method, the load or the way, and nothing about the input. */
const exempt = new Set([501, 502, 503, 504, 505, 507, 508, 511]);

/** Whether an answer blames the service for what the client sent; statuses of gateways (520 and up) blame neither. */
export function isServerFailure({ answer }: Pick<Exchange, 'answer'>): boolean {
  const status = answer?.status ?? 0;
  return status >= 500 && status < 520 && !exempt.has(status);
}

/** An odd request that the service failed at, and how it answered an ordinary one right afterwards. */
export interface Provoked {
  readonly failure: Exchange | undefined;
  readonly ordinary: Exchange | undefined;
}

/** Sends odd requests one after the other until the service fails at one; then an ordinary one, which tells whether it fails at everything. */
export async function provoke(
  odd: readonly (() => Promise<Exchange>)[],
  ordinary: () => Promise<Exchange>,
): Promise<Provoked> {
  for (const send of odd) {
    const exchange = await send();
    if (isServerFailure(exchange)) return { failure: exchange, ordinary: await ordinary() };
  }
  return { failure: undefined, ordinary: undefined };
}

/** Violated when the service failed at what was odd, and at nothing else. */
export function judgeProvoked({ failure, ordinary }: Provoked): Finding {
  if (failure === undefined) return held;
  const status = failure.answer?.status;
  if (ordinary === undefined || isServerFailure(ordinary))
    return inconclusive('no-answer', `an ordinary request fails as well: ${ordinary?.answer?.status}`);
  return violated({
    expected: 'a status below 500: the request is wrong, not the service',
    actual: `${failure.method} is answered ${status}`,
    shows: [failure],
  });
}
