import { type Action, type Exchange, hasStatus, type Item, isEquivalent, type Json, type Tools } from '#rule';
import { decideLegality } from './_action-legality.js';
import { pickRecordMembers } from './_effect-on-item.js';
import type { ItemState } from './_perform-actions.js';

/** A forbidden action that was sent, its responses, and its record before, where it was performed already. */
export interface ForbiddenAttempt {
  readonly action: Action;
  readonly asked: Exchange;
  readonly before: Exchange | undefined;
}

/**
 * Sends every action that the state of an item forbids, several times; an action that returns the same record again
 * is left out.
 */
export async function sendForbiddenActions(
  tools: Tools,
  { item, state }: ItemState,
  performed: readonly string[],
  times: number,
): Promise<ForbiddenAttempt[]> {
  const { collection, perform } = tools;
  const forbidden = collection.actions.filter(
    (action) => action.post && action.repeat !== 'same' && decideLegality(collection, action, state) === 'forbidden',
  );
  const tries: ForbiddenAttempt[] = [];
  for (const action of forbidden) {
    const before = performed.includes(action.name) ? await readRecord(tools, action, item) : undefined;
    for (let i = 0; i < times; i += 1) tries.push({ action, before, asked: await perform(item, action) });
  }
  return tries;
}

/** A record that exists after a refusal and did not exist before, or is a different one. */
export interface StrayRecord {
  readonly found: Exchange;
  readonly expected: Json;
  readonly actual: Json;
  readonly shows: readonly Exchange[];
}

/**
 * The first record that a refused action created or changed. A record that an untouched item, created from `body`,
 * shows as well is left out.
 */
export async function findStrayRecord(
  tools: Tools,
  { item }: ItemState,
  tries: readonly ForbiddenAttempt[],
  body: Json,
): Promise<StrayRecord | undefined> {
  for (const { action, asked, before } of new Map(tries.map((one) => [one.action, one])).values()) {
    const found = await readRecord(tools, action, item);
    if (!found || (!before && !hasStatus(found, 200))) continue;
    const control = before ?? (await readRecord(tools, action, await tools.items.create(body, { role: 'control' })));
    const expected = readRecordMembers(tools, action, control);
    const actual = readRecordMembers(tools, action, found);
    const isUsual = isEquivalent(expected, actual) || (!before && hasStatus(control ?? found, 200));
    if (!isUsual) return { found, expected, actual, shows: before ? [before, asked, found] : [asked, found] };
  }
  return undefined;
}

const readRecordMembers = ({ collection }: Tools, action: Action, look: Exchange | undefined): Json =>
  look && hasStatus(look, 200) ? pickRecordMembers(action, collection, look.answer?.json) : { record: 'none' };

async function readRecord({ http, buildActionPath }: Tools, action: Action, item: Item): Promise<Exchange | undefined> {
  if (!action.get) return undefined;
  return http.send({ method: 'GET', path: buildActionPath(action, item), headers: { 'cache-control': 'no-cache' } });
}
