import { type Action, type Exchange, hasStatus, type Item, isEquivalent, type Json, type Tools } from '#rule';
import type { Stop } from './_go.js';
import { standingOf } from './_life.js';
import { recordIn } from './_trace.js';

/** A forbidden action that was sent, its responses, and its record before, where it was performed already. */
export interface Try {
  readonly action: Action;
  readonly asked: Exchange;
  readonly before: Exchange | undefined;
}

/**
 * Sends every action that the state of an item forbids, several times; an action that returns the same record again
 * is left out.
 */
export async function tryForbidden(
  tools: Tools,
  { item, state }: Stop,
  performed: readonly string[],
  times: number,
): Promise<Try[]> {
  const { collection, perform } = tools;
  const forbidden = collection.actions.filter(
    (action) => action.post && action.repeat !== 'same' && standingOf(collection, action, state) === 'forbidden',
  );
  const tries: Try[] = [];
  for (const action of forbidden) {
    const before = performed.includes(action.name) ? await recordOf(tools, action, item) : undefined;
    for (let i = 0; i < times; i += 1) tries.push({ action, before, asked: await perform(item, action) });
  }
  return tries;
}

/** A record that exists after a refusal and did not exist before, or is a different one. */
export interface Stray {
  readonly found: Exchange;
  readonly expected: Json;
  readonly actual: Json;
  readonly shows: readonly Exchange[];
}

/**
 * The first record that a refused action created or changed. A record that an untouched item, created from `body`,
 * shows as well is left out.
 */
export async function strayIn(
  tools: Tools,
  { item }: Stop,
  tries: readonly Try[],
  body: Json,
): Promise<Stray | undefined> {
  for (const { action, asked, before } of new Map(tries.map((one) => [one.action, one])).values()) {
    const found = await recordOf(tools, action, item);
    if (!found || (!before && !hasStatus(found, 200))) continue;
    const control = before ?? (await recordOf(tools, action, await tools.items.create(body, { role: 'control' })));
    const expected = shownBy(tools, action, control);
    const actual = shownBy(tools, action, found);
    const isUsual = isEquivalent(expected, actual) || (!before && hasStatus(control ?? found, 200));
    if (!isUsual) return { found, expected, actual, shows: before ? [before, asked, found] : [asked, found] };
  }
  return undefined;
}

const shownBy = ({ collection }: Tools, action: Action, look: Exchange | undefined): Json =>
  look && hasStatus(look, 200) ? recordIn(action, collection, look.answer?.json) : { record: 'none' };

async function recordOf({ http, buildActionPath }: Tools, action: Action, item: Item): Promise<Exchange | undefined> {
  if (!action.get) return undefined;
  return http.send({ method: 'GET', path: buildActionPath(action, item), headers: { 'cache-control': 'no-cache' } });
}
