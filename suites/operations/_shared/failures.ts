import {
  assume,
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  inconclusive,
  type Tools,
  violated,
} from '#rule';

/** An unusual request that caused a server error, and an ordinary one right afterwards. */
export interface UnusualAttempt {
  readonly failure: Exchange | undefined;
  readonly ordinary: Exchange;
  /** Why some of the unusual requests were not sent. */
  readonly omitted?: string | undefined;
}

/** Sends unusual requests until one causes a server error; then an ordinary one, which shows whether everything fails. */
export async function tryUnusual(
  client: Pick<Tools['client'], 'sendUntil'>,
  odd: readonly (() => Promise<Exchange>)[],
  ordinary: () => Promise<Exchange>,
): Promise<UnusualAttempt> {
  const { found, omitted } = await client.sendUntil(odd, http.isServerFailure);
  if (found !== undefined) return { failure: found, ordinary: await ordinary() };
  const control = await ordinary();
  assume(!http.hasStatus(control, 401, 403), 'refused', `an ordinary request returned ${control.answer?.status}`);
  return { failure: undefined, ordinary: control, omitted };
}

/** Violated when the service failed at the unusual request only; undecided where an ordinary one fails as well. */
export function judgeFailure({ failure, ordinary, omitted }: UnusualAttempt): Finding {
  if (http.isServerFailure(ordinary))
    return inconclusive('no-answer', `an ordinary request fails as well: ${ordinary.answer?.status}`);
  if (failure === undefined) return omitted === undefined ? held : heldWithNote(omitted);
  return violated({
    expected: 'a status below 500: 4xx if the request is invalid',
    actual: `${failure.method} returned ${failure.answer?.status}`,
    shows: [failure, ordinary],
  });
}

/** The character that adds a query to a path. */
export const join = (path: string): string => (path.includes('?') ? '&' : '?');
