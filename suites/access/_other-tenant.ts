import {
  assume,
  type Caller,
  type Exchange,
  hasStatus,
  type Item,
  isEquivalent,
  type JudgingTools,
  type Tools,
} from '#rule';

/** The caller who must not see or change the items of the full caller. */
export const otherTenant: Caller = 'otherTenant';

/**
 * GET as the other tenant. Ends the case where the collection returns 401 as well, because then the credentials are
 * not accepted.
 */
export async function getAsOtherTenant(
  path: string,
  { http, items }: Pick<Tools, 'http' | 'items'>,
): Promise<Exchange> {
  const asked = await http.send({ method: 'GET', path, as: otherTenant });
  if (!hasStatus(asked, 401)) return asked;
  const known = await http.send({ method: 'GET', path: items.firstPage(), as: otherTenant, role: 'control' });
  const why = 'auth.credentials.otherTenant gets 401 everywhere, as if the credentials were not valid';
  assume(!hasStatus(known, 401), 'setup', why);
  return asked;
}

/**
 * Runs before any write: where the same URL is a different item for each tenant, a write could hit an item that this
 * run did not create.
 */
export async function assumeHidden({ path }: Item, tools: Pick<Tools, 'http' | 'items'>): Promise<void> {
  const seen = await getAsOtherTenant(path, tools);
  assume(!hasStatus(seen, 2), 'no-usable-case', `GET returned ${seen.answer?.status} to the other tenant`);
}

/** Whether both callers got the same representation, apart from members that change by themselves. */
export function isAlike(
  { answer: own }: Exchange,
  { answer: shown }: Exchange,
  { withoutNoise }: JudgingTools,
): boolean {
  if (own === undefined || shown === undefined || own.text === '') return false;
  if (own.text === shown.text) return true;
  return own.json !== undefined && isEquivalent(withoutNoise(own.json), withoutNoise(shown.json));
}
