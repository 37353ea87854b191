import { compare, type Exchange, http, type Json, type JsonObject, type Tools } from '#rule';
import { getMember } from '../../_shared/members.js';

/** An example that was sent, and, where it was refused, variations of it that must be accepted as well. */
export interface TriedExample {
  readonly example: Json;
  readonly asked: Exchange;
  readonly neutral: readonly { readonly body: Json; readonly exchange: Exchange }[];
}

/**
 * Creates an item from each documented example. Where one is refused, two neutral variations are sent; `drawn` are four
 * generated bodies: two show before which values are taken, two lend values to the variations and are accepted after.
 */
export async function tryExamples({ items, collection }: Tools, drawn: readonly Json[]): Promise<TriedExample[]> {
  const { create, serverAssigned = [] } = collection;
  const make = async (body: Json = {}) => (await items.create(body, { role: 'control' })).sent;
  const accepted = [await make(drawn[0]), await make(drawn[1])];
  const seen: TriedExample[] = [];
  for (const documented of create?.request?.examples ?? []) {
    if (!compare.isObject(documented)) continue;
    const omit = (body: Json, pointer: string) => compare.setAtPointer(body, pointer, undefined);
    const example = serverAssigned.reduce<Json>(omit, documented);
    const { exchange: asked } = await items.post(example);
    const neutral: { body: Json; exchange: Exchange }[] = [];
    for (const [index, spare] of http.hasStatus(asked, 400, 422) ? drawn.slice(2).entries() : []) {
      const body = neutralizeExample(example, { accepted, spare }, 1 + 6 * index);
      if (compare.isEquivalent(body, spare)) continue;
      neutral.push({ body, exchange: (await items.post(body)).exchange });
      await make(spare);
    }
    seen.push({ example, asked, neutral });
  }
  return seen;
}

/**
 * An example without what may depend on the state of the service: a name that is taken, an item that does not exist here,
 * a date that has passed. A member keeps the example's value only where two accepted bodies had different values, so
 * that the service takes any; texts and numbers are varied by `step`, so that they are new. All others have the value of
 * `spare`, a body that was not sent yet, and members that no accepted body has are left out.
 */
export function neutralizeExample(
  example: Json | undefined,
  { accepted: [one, other], spare }: { readonly accepted: readonly (Json | undefined)[]; readonly spare: Json },
  step: number,
): Json {
  if (!isObject(example) || !isObject(one) || !isObject(other) || !isObject(spare)) return spare;
  const members = Object.entries(example).flatMap(([name, value]): [string, Json][] => {
    const [left, right] = [getMember(one, name), getMember(other, name)];
    const known = getMember(spare, name) ?? left ?? right;
    if (known === undefined) return [];
    if (isObject(value)) {
      return [[name, neutralizeExample(value, { accepted: [left, right], spare: known }, step)]];
    }
    const isDifferent = left !== undefined && right !== undefined && left !== right;
    const isFree = isDifferent && isSimple(value) && !isContextual(value) && typeof known === typeof value;
    return [[name, isFree ? vary(value, step) : known]];
  });
  return Object.fromEntries(members);
}

const isObject = (value: Json | undefined): value is JsonObject => compare.isObject(value ?? null);

const isSimple = (value: Json): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Dates, addresses and long numbers are right at one time or place only, whatever their format is. */
const isContextual = (value: Json): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d|:\/\/|@|^\d{2}:\d{2}|^[\d .()+-]{6,}$/.test(value);

/** Another value of the same shape. */
function vary(value: Json, step: number): Json {
  if (typeof value === 'number') return value + step;
  if (typeof value !== 'string') return value;
  const at = [...value].findLastIndex((letter) => /[a-z0-9]/i.test(letter));
  const letters = [...value];
  if (at >= 0) letters[at] = shift(letters[at] ?? '', step);
  return letters.join('');
}

/** The letter or digit some places further, in the same alphabet. */
function shift(letter: string, step: number): string {
  const [first, size] = /\d/.test(letter) ? ['0', 10] : /[a-z]/.test(letter) ? ['a', 26] : ['A', 26];
  const start = (first as string).charCodeAt(0);
  return String.fromCharCode(start + ((letter.charCodeAt(0) - start + step) % (size as number)));
}
