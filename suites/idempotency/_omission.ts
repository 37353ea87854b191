import {
  answered,
  assume,
  at,
  type Exchange,
  type Item,
  type Items,
  isObject,
  type Json,
  type JsonObject,
  pointerOf,
  same,
} from '#rule';
import { readBack } from './_made.js';
import { controlledOf } from './_still.js';

/** A PUT that left members out, and which. */
export interface Omission {
  readonly put: Exchange;
  readonly sent: Json;
  readonly omitted: readonly string[];
}

/**
 * PUTs a body with fewer members than the item was made with. Where nothing was left out by chance, one member is, from
 * the `first` on: a refusal says that it was required, and the next one is tried.
 */
export async function putLess(item: Item, replacement: Json, first: number): Promise<Omission> {
  const made = isObject(item.sent) ? item.sent : {};
  const drawn = item.worded(replacement);
  const omitted = Object.keys(made).filter((name) => isObject(drawn) && !Object.hasOwn(drawn, name));
  if (omitted.length > 0) return accepted({ put: await item.put(drawn), sent: drawn, omitted });
  const names = Object.keys(made);
  let tried: Omission | undefined;
  for (let i = 0; i < Math.min(3, names.length) && !(tried && answered(tried.put, 2)); i += 1) {
    const name = names[(first + i) % names.length] ?? '';
    const sent = lacking(made, [name]);
    tried = { put: await item.put(sent), sent, omitted: [name] };
  }
  assume(tried !== undefined, 'no-usable-case', 'nothing was sent that could be left out');
  return accepted(tried);
}

/** The members that were left out, and show what they showed before all the same. */
export const keptOf = ({ omitted }: Omission, before: Json | undefined, after: Json | undefined): string[] =>
  controlledOf(before ?? null, after).filter((name) => omitted.includes(name) && isEqualIn(name, before, after));

/** How a member behaves that is left out from the beginning. */
export interface Defaults {
  readonly fresh: Exchange;
  /** The same thing, once the members were sent by PUT. */
  readonly filled: Exchange;
}

/** A control made without the members, and then given them by PUT: what is their default, and does PUT write them at all? */
export async function withoutFromTheStart(items: Items, sent: Json, kept: readonly string[]): Promise<Defaults> {
  const whole = isObject(sent) ? sent : {};
  const control = await items.make(lacking(whole, kept), { role: 'control' });
  const fresh = await readBack(control);
  const put = await control.put(whole);
  assume(answered(put, 200, 204), 'setup', `PUT of the whole was answered ${put.answer?.status}`);
  return { fresh, filled: await readBack(control) };
}

/** Whether a member is equal in two representations. */
export const isEqualIn = (name: string, a: Json | undefined, b: Json | undefined): boolean =>
  same(at(a, pointerOf([name])), at(b, pointerOf([name])));

function accepted(omission: Omission): Omission {
  const { put, omitted } = omission;
  assume(answered(put, 200, 201, 204), 'setup', `PUT without ${omitted.join(', ')} was answered ${put.answer?.status}`);
  return omission;
}

const lacking = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
