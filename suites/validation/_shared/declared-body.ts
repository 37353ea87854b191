import { compare, type Json, needs, type Tools } from '#rule';

export const declaredMeaning = needs.defineNeed('collection', {
  name: 'semantically invalid bodies of writes',
  reason: 'the profile declares no invalid request body, or items have neither PUT nor PATCH',
  enable: 'resources[].semanticInvalid',
  isMet: ({ semanticInvalid, invalidPatches = [], replace, patch }) =>
    (semanticInvalid.length > 0 && Boolean(replace?.request ?? patch?.request)) ||
    (invalidPatches.length > 0 && Boolean(patch?.request)),
});

/** A declared body as text, with the members that every creation requires, but no fresh marker and unique values. */
export function writeUnchanged(body: Json, { collection, fresh }: Pick<Tools, 'collection' | 'fresh'>): string {
  if (!compare.isObject(body)) return JSON.stringify(body);
  let sent: Json = body;
  for (const [pointer, value] of Object.entries(collection.overrides))
    if (compare.getAtPointer(sent, pointer) === undefined) sent = compare.setAtPointer(sent, pointer, value);
  const { idempotency } = collection;
  if (idempotency?.in === 'body') sent = compare.setAtPointer(sent, `/${idempotency.name}`, fresh.key());
  return JSON.stringify(sent);
}

/** A declared body with a valid element before the only one of a list; undefined where it has no such list. */
export function insertValidElement(declared: Json, valid: Json, { overrides }: Tools['collection']): Json | undefined {
  if (!compare.isObject(declared)) return undefined;
  for (const [name, list] of Object.entries(declared)) {
    if (!Array.isArray(list) || list.length !== 1) continue;
    const place = compare.buildPointer([name, '0']);
    const first = overrides[place] ?? compare.getAtPointer(valid, place);
    if (first !== undefined && !compare.isEquivalent(first, list[0])) return { ...declared, [name]: [first, ...list] };
  }
  return undefined;
}

/** An invalid body by PUT and by PATCH, and an invalid patch; each case has another one. */
export function listInvalidWrites(nonsense: Json, turn: number, tools: Pick<Tools, 'collection' | 'fresh'>) {
  const { semanticInvalid, invalidPatches = [] } = tools.collection;
  const text = writeUnchanged(nonsense, tools);
  const whole = semanticInvalid.length > 0 ? [{ sent: nonsense, text }] : [];
  const patch = invalidPatches.length > 0 ? [invalidPatches[turn % invalidPatches.length] ?? null] : [];
  return [
    ...whole.map((one) => ({ method: 'PUT' as const, ...one })),
    ...whole.map((one) => ({ method: 'PATCH' as const, ...one })),
    ...patch.map((sent) => ({ method: 'PATCH' as const, sent, text: JSON.stringify(sent) })),
  ];
}
