import { assume, type Exchange, type Finding, held, http, inconclusive, violated } from '#rule';

/** An unusual request that caused a server error, and an ordinary one right afterwards. */
export interface UnusualAttempt {
  readonly failure: Exchange | undefined;
  readonly ordinary: Exchange;
}

/** Sends unusual requests until one causes a server error; then an ordinary one, which shows whether everything fails. */
export async function tryUnusual(
  odd: readonly (() => Promise<Exchange>)[],
  ordinary: () => Promise<Exchange>,
): Promise<UnusualAttempt> {
  for (const send of odd) {
    const exchange = await send();
    if (http.isServerFailure(exchange)) return { failure: exchange, ordinary: await ordinary() };
  }
  const control = await ordinary();
  assume(!http.hasStatus(control, 401, 403), 'refused', `an ordinary request returned ${control.answer?.status}`);
  return { failure: undefined, ordinary: control };
}

/** Violated when the service failed at the unusual request only; undecided where an ordinary one fails as well. */
export function judgeFailure({ failure, ordinary }: UnusualAttempt): Finding {
  if (http.isServerFailure(ordinary))
    return inconclusive('no-answer', `an ordinary request fails as well: ${ordinary.answer?.status}`);
  if (failure === undefined) return held;
  return violated({
    expected: 'a status below 500: 4xx if the request is invalid',
    actual: `${failure.method} returned ${failure.answer?.status}`,
    shows: [failure, ordinary],
  });
}

/** The character that adds a query to a path. */
export const join = (path: string): string => (path.includes('?') ? '&' : '?');
