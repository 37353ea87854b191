import { pause } from '../../model/clock.js';
import { hasStatus } from '../../model/exchange.js';
import { buildPointer, isObject, type Json, parsePointer } from '../../model/json.js';
import type { OutsideEffect } from '../../model/observed-exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import type { JudgingTools } from '../../rule/tools.js';
import type { Recipe } from './recipe.js';
import { findOutsideEffect } from './seen-exchange.js';
import {
  type BodyMode,
  findWorkingBody,
  openRecipe,
  type RecipeAttempt,
  type RecipeContext,
  sendRecipe,
} from './send-recipe.js';

/** Wait before a difference counts, in milliseconds: a cache or a replica may show an old state for a moment. */
const settleMs = 2_000;

/**
 * Repeats a request beside two new items that it does not name, one older and one newer than its own. They are read before and
 * after it. As a control, the same is done without the request; what happens then as well is no effect of it. Throws
 * InconclusiveError when the items cannot be created.
 */
export async function sendAmongOthers(recipe: Recipe, context: RecipeContext, mode: BodyMode): Promise<RecipeAttempt> {
  const { among: collection = '', ...alone } = recipe;
  const opened = await openRecipe({ ...recipe, collection, on: 'collection' }, context);
  if (opened.collection === undefined) throw new InconclusiveError('setup', `${collection} was not found`);
  const place = { ...opened, collection: opened.collection };
  const body = await findWorkingBody(place.collection, context);
  const elder = await watch(place, body);
  let younger = elder;
  const attempt = await sendRecipe(alone, { ...context, isFollowed: false }, mode, async () => {
    younger = await watch(place, body);
    // An item that differs before the request is sent is no evidence.
    if ((await findEffect(place, elder)) !== undefined)
      throw new InconclusiveError('noise', 'new items change without a request to them');
  });
  const listSent = () => [...opened.seen, ...attempt.seen].sort((one, other) => one.n - other.n);
  for (const watched of new Set([younger, elder])) {
    const found = await findEffect(place, watched);
    if (found === undefined) continue;
    if (await happensAnyway(place, body)) break;
    const shows = [watched.before, attempt.exchange, found.after];
    return { exchange: attempt.exchange, outside: found.effect, shows, seen: listSent() };
  }
  return { exchange: attempt.exchange, seen: listSent() };
}

interface Place {
  readonly tools: { readonly items: { create(body: Json, making: { readonly role: 'control' }): Promise<Item> } };
  readonly judging: JudgingTools;
  readonly collection: Collection;
}

type WatchedItem = Awaited<ReturnType<typeof watch>>;

async function watch({ tools }: Place, body: Json) {
  const item = await tools.items.create(body, { role: 'control' });
  const before = await item.getUntil((read) => hasStatus(read, 200));
  if (!hasStatus(before, 200) || !isObject(before.answer?.json))
    throw new InconclusiveError('setup', 'a new item could not be read');
  return { item, before };
}

/** What an item shows now, if it differs, and still does after a while. */
async function findEffect(place: Place, watched: WatchedItem) {
  const first = await readEffect(place, watched);
  if (first === undefined) return undefined;
  await pause(settleMs);
  const second = await readEffect(place, watched);
  return JSON.stringify(first.effect) === JSON.stringify(second?.effect) ? second : undefined;
}

async function readEffect({ judging, collection }: Place, { item, before }: WatchedItem) {
  const after = await item.get();
  const isGone = hasStatus(after, 404, 410);
  if (!isGone && !hasStatus(after, 200)) return undefined;
  const [was, is] = [before, after].map(({ answer }) => judging.withoutBookkeeping(answer?.json) ?? null);
  const known = { shown: was ?? null, sent: item.sent };
  const effect = findOutsideEffect(known, isGone ? null : (is ?? null), collection.name);
  return effect && isAccusable(effect, item, judging) ? { effect, after } : undefined;
}

/** The control: two items, and as much time, without the request. */
async function happensAnyway(place: Place, body: Json): Promise<boolean> {
  const both = [await watch(place, body), await watch(place, body)];
  await pause(settleMs);
  for (const watched of both) if ((await readEffect(place, watched)) !== undefined) return true;
  return false;
}

/**
 * Whether an item may not change in this way by a request to another one: it is gone, or a text of it changed that means nothing
 * to other items. Services may keep a member that only one item can have, such as a position or a default.
 */
function isAccusable({ kind, before }: OutsideEffect, item: Pick<Item, 'sent'>, judging: JudgingTools): boolean {
  if (kind === 'removed') return true;
  return (
    isObject(before) &&
    Object.entries(before).some(([name, was]) => typeof was === 'string' && isFreeText(name, item, judging))
  );
}

/** Whether any text is valid as this member. */
function isFreeText(name: string, { sent }: Pick<Item, 'sent'>, { collection, findBreaches }: JudgingTools): boolean {
  if (collection.marker === buildPointer([name])) return true;
  const schema = collection.create?.request?.schema;
  if (schema === undefined || !isObject(sent)) return false;
  const other = { ...sent, [name]: 'text for a check' };
  return !findBreaches(schema, other).some(({ pointer }) => parsePointer(pointer)[0] === name);
}
