import { type Action, type Collection, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';
import { listLinks } from './links.js';

/** An item has at least two actions that can be performed. */
export const severalActions = needs.defineNeed('collection', {
  name: 'several actions',
  reason: 'the items have fewer than two actions with POST',
  enable: 'resources[].actions',
  isMet: (collection) => listActions(collection).length > 1,
});

/** An action that was sent to an item on which it was not performed before. */
export interface LinkedAttempt {
  readonly name: string;
  /** The actions that were performed before. */
  readonly way: readonly string[];
  /** Whether the item linked to the action before. */
  readonly isOffered: boolean;
  readonly look: Exchange;
  readonly asked: Exchange;
  /** GET of the item afterwards, where the action succeeded. */
  readonly after: Exchange | undefined;
}

/** The largest number of actions that are sent, of actions before one, and of items. */
const mostActions = 6;
const longestWay = 4;
const mostWays = 10;

const listActions = ({ actions }: Collection): readonly Action[] =>
  actions.filter(({ post }) => post !== undefined).slice(0, mostActions);

/**
 * Follows the links to actions from state to state, with one item for each way; ways of one length are followed side by side. In
 * each state, the actions to which the item does not link are sent as well, until one succeeds.
 */
export async function tryLinkedActions(tools: Tools, body: Json): Promise<LinkedAttempt[]> {
  const attempts: LinkedAttempt[] = [];
  let ways: (readonly Action[])[] = [[]];
  for (let left = mostWays; ways.length > 0 && left > 0; left -= ways.length) {
    const tried = await Promise.all(ways.slice(0, left).map((way) => tryWay(tools, body, way)));
    attempts.push(...tried.flatMap((one) => one.attempts));
    ways = tried.flatMap(({ further }) => further);
  }
  return attempts;
}

/** Tries one way on a new item. Returns what was sent at its end, and the ways that go on from there. */
async function tryWay(tools: Tools, body: Json, way: readonly Action[]) {
  const item = await tools.items.create(body, { role: 'control' });
  const { look, attempt } = await followLinks(tools, item, way);
  const first = attempt ? [attempt] : [];
  if (attempt && !http.hasStatus(attempt.asked, 2)) return { attempts: first, further: [] };
  const open = listActions(tools.collection).filter((action) => !way.includes(action));
  const offered = open.filter((action) => isLinked(tools, action, item, look));
  const hidden = open.filter((action) => !offered.includes(action));
  const further = way.length < longestWay ? offered.map((action) => [...way, action]) : [];
  return { attempts: [...first, ...(await sendHidden(tools, item, hidden, { way, look }))], further };
}

/** Performs the actions of a way, whose last one the item offered in an earlier trial of its beginning. */
async function followLinks(tools: Tools, item: Item, way: readonly Action[]) {
  let look = await http.readBack(item);
  let attempt: LinkedAttempt | undefined;
  for (const [i, action] of way.entries()) {
    const isOffered = isLinked(tools, action, item, look);
    attempt = { ...(await send(tools, item, action, { way: way.slice(0, i), look })), isOffered };
    look = attempt.after ?? (await http.readBack(item));
  }
  return { look, attempt };
}

/** Sends actions to which an item does not link; one that succeeds is the last one, because the state is another one then. */
async function sendHidden(
  tools: Tools,
  item: Item,
  hidden: readonly Action[],
  before: { readonly way: readonly Action[]; readonly look: Exchange },
): Promise<LinkedAttempt[]> {
  const attempts: LinkedAttempt[] = [];
  for (const action of hidden) {
    const attempt = await send(tools, item, action, before);
    attempts.push({ ...attempt, isOffered: false });
    if (http.hasStatus(attempt.asked, 2)) return attempts;
  }
  return attempts;
}

async function send(
  tools: Tools,
  item: Item,
  action: Action,
  { way, look }: { readonly way: readonly Action[]; readonly look: Exchange },
): Promise<Omit<LinkedAttempt, 'isOffered'>> {
  const asked = await tools.actions.perform(item, action, { role: 'control' });
  const after = http.hasStatus(asked, 2) ? await http.readBack(item) : undefined;
  return { name: action.name, way: way.map(({ name }) => name), look, asked, after };
}

/** Whether one of the usual places of links leads to the path of an action. */
function isLinked(tools: Tools, action: Action, item: Item, look: Exchange): boolean {
  const { links } = tools.collection;
  const places = [
    ...(links ? [links] : []),
    ...['/links', '/_links', '/actions', '/_actions'].map((pointer) => ({ in: 'body' as const, pointer, states: {} })),
    { in: 'header' as const, pointer: '', states: {} },
  ];
  const path = tools.actions.buildPath(action, item);
  return places.some((place) => listLinks(place, look).some(({ target }) => readPath(target, item).endsWith(path)));
}

const readPath = (target: string, item: Item): string => {
  const base = `http://service.invalid${item.path}`;
  return URL.canParse(target, base) ? new URL(target, base).pathname : '';
};
