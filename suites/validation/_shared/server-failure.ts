import { type Exchange, type Finding, held, http, inconclusive, violated } from '#rule';

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
    if (http.isServerFailure(exchange)) return { failure: exchange, ordinary: await ordinary() };
  }
  return { failure: undefined, ordinary: undefined };
}

/** Violated when the service failed at the unusual request only. */
export function judgeProvoked({ failure, ordinary }: ProvokedFailure): Finding {
  if (failure === undefined) return held;
  const status = failure.answer?.status;
  if (ordinary === undefined || http.isServerFailure(ordinary))
    return inconclusive('no-answer', `an ordinary request fails as well: ${ordinary?.answer?.status}`);
  return violated({
    expected: 'a status below 500: 4xx if the request is invalid',
    actual: `${failure.method} returned ${status}`,
    shows: [failure],
  });
}
