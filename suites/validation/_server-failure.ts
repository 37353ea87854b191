import { type Exchange, type Finding, held, inconclusive, violated } from '#rule';

/** Server errors that concern the method, the load or an intermediary, and not the input. */
const exempt = new Set([501, 502, 503, 504, 505, 507, 508, 511]);

/** Whether a response blames the service for the request of the client; statuses of gateways (520 and above) do not. */
export function isServerFailure({ answer }: Pick<Exchange, 'answer'>): boolean {
  const status = answer?.status ?? 0;
  return status >= 500 && status < 520 && !exempt.has(status);
}

/** An unusual request that caused a server error, and the response to an ordinary one right afterwards. */
export interface ProvokedFailure {
  readonly failure: Exchange | undefined;
  readonly ordinary: Exchange | undefined;
}

/**
 * Sends unusual requests one after the other until one causes a server error; then an ordinary one, which shows
 * whether everything fails.
 */
export async function provokeFailure(
  odd: readonly (() => Promise<Exchange>)[],
  ordinary: () => Promise<Exchange>,
): Promise<ProvokedFailure> {
  for (const send of odd) {
    const exchange = await send();
    if (isServerFailure(exchange)) return { failure: exchange, ordinary: await ordinary() };
  }
  return { failure: undefined, ordinary: undefined };
}

/** Violated when the service failed at the unusual request only. */
export function judgeProvoked({ failure, ordinary }: ProvokedFailure): Finding {
  if (failure === undefined) return held;
  const status = failure.answer?.status;
  if (ordinary === undefined || isServerFailure(ordinary))
    return inconclusive('no-answer', `an ordinary request fails as well: ${ordinary?.answer?.status}`);
  return violated({
    expected: 'a status below 500, because the request is wrong',
    actual: `${failure.method} returned ${status}`,
    shows: [failure],
  });
}
