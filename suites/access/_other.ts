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

/** Who is not meant to see or change what the full caller made. */
export const other: Caller = 'otherTenant';

/** GET as the other tenant; ends the case where the collection is answered 401 too, for then nobody knows who asked. */
export async function askAsOther(path: string, { http, items }: Pick<Tools, 'http' | 'items'>): Promise<Exchange> {
  const asked = await http.send({ method: 'GET', path, as: other });
  if (!hasStatus(asked, 401)) return asked;
  const known = await http.send({ method: 'GET', path: items.firstPage(), as: other, role: 'control' });
  const why = 'auth.credentials.otherTenant is answered 401 everywhere, as if it were not valid';
  assume(!hasStatus(known, 401), 'setup', why);
  return asked;
}

/** Before anything is written: where the same URL leads each tenant to a thing of its own, it might hit what is not the kit's. */
export async function assumeUnseen({ path }: Item, tools: Pick<Tools, 'http' | 'items'>): Promise<void> {
  const seen = await askAsOther(path, tools);
  assume(!hasStatus(seen, 2), 'no-usable-case', `GET was answered ${seen.answer?.status} to the other tenant`);
}

/** Whether one caller was shown what the other one was, what changes by itself apart. */
export function isAlike(
  { answer: own }: Exchange,
  { answer: shown }: Exchange,
  { withoutNoise }: JudgingTools,
): boolean {
  if (own === undefined || shown === undefined || own.text === '') return false;
  if (own.text === shown.text) return true;
  return own.json !== undefined && isEquivalent(withoutNoise(own.json), withoutNoise(shown.json));
}
