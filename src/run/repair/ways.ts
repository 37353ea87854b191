import { type Action, answered, type Collection, Doubt, type Exchange, type Item } from '../../rule/index.js';
import { bodiesFor } from '../bodies.js';
import { cleanUp } from '../cleanup.js';
import { layGround, type Quarry } from '../ground.js';
import { itemsOf } from '../items.js';
import type { LedgerBook } from '../ledger.js';
import { perform } from '../perform.js';
import { firstOf } from '../plain.js';
import { wireOf } from '../wire.js';
import type { Rehearsed } from './rehearse.js';

/** Most actions of a collection of which ways are looked for. */
const mostActions = 6;

/**
 * Finds out which actions need another one first, where no states are declared: what a new item refuses as a conflict is
 * tried on others, each after one action that a new item allows. Never throws for what a service does.
 */
export async function findWays(collection: Collection, site: Quarry, book: LedgerBook): Promise<Rehearsed> {
  const ground = book.page();
  const ledger = book.page();
  const wire = wireOf(site.meter, `ways@${collection.name}`);
  try {
    const bound = (await layGround(collection, site, ground)) as Collection;
    const items = itemsOf({ ...site, collection: bound, wire, ledger, restMs: 0 });
    const draw = async () => (await firstOf(bodyOf(bound, site), site.seed, 1))[0] ?? null;
    const attempt = async (way: readonly Action[]): Promise<Exchange | undefined> => {
      const item = await items.make(await draw(), { role: 'control' });
      let last: Exchange | undefined;
      for (const action of way) last = await performed(bound, item, action);
      return last;
    };
    const performed = async (on: Collection, item: Item, action: Action) => {
      const source = bodiesFor(
        { kind: 'action', name: action.name, collection: on, action },
        bodiesIn(on, site),
        site.document,
      );
      const [body] = await firstOf(source.action(), site.seed, 1);
      return perform(on, wire, item, action, { ...(body !== undefined && { body }), role: 'control' });
    };
    return await explore(collection, bound, attempt);
  } catch (error) {
    if (error instanceof Doubt) return { collection, notes: [] };
    throw error;
  } finally {
    await cleanUp(ledger, site);
    await cleanUp(ground, site);
  }
}

function bodiesIn({ name }: Collection, site: Quarry) {
  const bodies = site.bodies.get(name);
  if (!bodies) throw new Error(`no bodies for ${name}`);
  return bodies;
}

const bodyOf = (collection: Collection, site: Quarry) => bodiesIn(collection, site).body();

async function explore(
  collection: Collection,
  bound: Collection,
  attempt: (way: readonly Action[]) => Promise<Exchange | undefined>,
): Promise<Rehearsed> {
  const open = bound.actions.filter(({ post }) => post !== undefined).slice(0, mostActions);
  const allowed: Action[] = [];
  const refused: Action[] = [];
  for (const action of open) {
    const answer = await attempt([action]);
    if (answer && answered(answer, 2)) allowed.push(action);
    else if (answer && answered(answer, 409)) refused.push(action);
  }
  const ways = new Map<string, readonly string[]>();
  for (const action of refused) {
    for (const before of allowed) {
      const answer = await attempt([before, action]);
      if (!answer || !answered(answer, 2)) continue;
      ways.set(action.name, [before.name]);
      break;
    }
  }
  const actions = collection.actions.map((action) => {
    const after = ways.get(action.name);
    return after ? { ...action, after } : action;
  });
  const told = [...ways].map(
    ([name, way]) => `${collection.name}: ${name} is tried after ${way.join(', ')}: a new item refuses it`,
  );
  return { collection: ways.size > 0 ? { ...collection, actions } : collection, notes: told };
}
