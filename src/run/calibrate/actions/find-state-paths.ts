import type { LedgerBook } from '../../../ledger/open-ledger.js';
import { answered, type Exchange } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import type { Action, Collection } from '../../../model/service/subject.js';
import { Doubt } from '../../../rule/finding.js';
import type { Item } from '../../../rule/items.js';
import { cleanUp } from '../../cleanup/clean-up.js';
import { wireOf } from '../../tools/case-client.js';
import { itemsOf } from '../../tools/items.js';
import { pathOf, perform } from '../../tools/perform-action.js';
import { bodiesFor } from '../../trial/case-bodies.js';
import { firstOf } from '../../trial/first-value.js';
import { layGround, type Quarry } from '../../trial/parents.js';
import { persist } from '../../trial/retry-setup.js';
import type { Rehearsed } from '../calibrate.js';
import { type MendedAction, mendAction } from './action-body.js';

/** Most actions of a collection of which ways are looked for. */
const mostActions = 6;

/**
 * Finds out which actions need another one first, where no states are declared: what a new item refuses as a conflict is
 * tried on others, each after one action that a new item allows. Bodies that are
 * complained about are mended. Never throws for what a service does.
 */
export async function findWays(collection: Collection, site: Quarry, book: LedgerBook): Promise<Rehearsed> {
  const ground = book.page();
  const ledger = book.page();
  const wire = wireOf(site.meter, `ways@${collection.name}`);
  try {
    const bound = (await persist(() => layGround(collection, site, ground))) as Collection;
    const items = itemsOf({ ...site, collection: bound, wire, ledger, restMs: 0 });
    const draw = async () => (await firstOf(bodyOf(bound, site), site.seed, 1))[0] ?? null;
    const attempt: Attempting = async (way) => {
      const item = await items.make(await draw(), { role: 'control' });
      let last: Attempted | undefined;
      for (const action of way) last = await performed(bound, item, action);
      return last;
    };
    const performed = async (on: Collection, item: Item, action: Action): Promise<Attempted> => {
      const source = bodiesFor(
        { kind: 'action', name: action.name, collection: on, action },
        bodiesIn(on, site),
        site.document,
      );
      const [sent = {}] = await firstOf(source.action(), site.seed, 1);
      ledger.acts(pathOf(action, item));
      return {
        sent,
        exchange: await perform({ collection: on, wire, baseUrl: site.baseUrl }, item, action, {
          body: sent,
          role: 'control',
        }),
      };
    };
    return await explore(collection, bound, attempt, site.document);
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

/** The last action of a way, performed on a new item, with what was sent for it. */
interface Attempted {
  readonly sent: Json;
  readonly exchange: Exchange;
}
type Attempting = (way: readonly Action[]) => Promise<Attempted | undefined>;

interface Learnt extends MendedAction {
  readonly last: Exchange | undefined;
}

/** Most bodies of one action that are sent to find out what it takes. */
const patience = 4;

async function explore(
  collection: Collection,
  bound: Collection,
  attempt: Attempting,
  document: Json | undefined,
): Promise<Rehearsed> {
  const open = bound.actions.filter(({ post }) => post !== undefined).slice(0, mostActions);
  const tried: Learnt[] = [];
  for (const action of open) tried.push(await learnt(bound, action, attempt, document));
  const allowed = tried.filter(({ last }) => last && answered(last, 2)).map(({ action }) => action);
  const ways = new Map<string, readonly string[]>();
  for (const { action } of tried.filter(({ last }) => last && answered(last, 409))) {
    for (const before of allowed) {
      const attempted = await attempt([before, action]);
      if (!attempted || !answered(attempted.exchange, 2)) continue;
      ways.set(action.name, [before.name]);
      break;
    }
  }
  const actions = collection.actions.map((action) => {
    const after = ways.get(action.name);
    const known = tried.find((one) => one.action.name === action.name && one.changes.length > 0)?.action.post;
    const post = known?.request && action.post && { ...action.post, request: known.request };
    return { ...action, ...(after && { after }), ...(post && { post }) };
  });
  const told = [...ways].map(
    ([name, way]) => `${collection.name}: ${name} is tried after ${way.join(', ')}: a new item refuses it`,
  );
  const bodies = tried.flatMap(({ action, changes }) =>
    changes.length > 0 ? [`${collection.name}: ${action.name} is accepted when ${changes.join(', ')}`] : [],
  );
  const notes = [...told, ...bodies];
  return { collection: notes.length > 0 ? { ...collection, actions } : collection, notes };
}

/** An action with a body that is no longer complained about, if one is found, and how the last one was answered. */
async function learnt(
  bound: Collection,
  action: Action,
  attempt: Attempting,
  document: Json | undefined,
): Promise<Learnt> {
  let known: MendedAction = { action, changes: [] };
  let attempted = await attempt([action]);
  for (let i = 1; attempted && i < patience; i += 1) {
    const mended = mendAction(bound, known.action, attempted.exchange, attempted.sent, document);
    if (!mended) break;
    known = { action: mended.action, changes: [...new Set([...known.changes, ...mended.changes])] };
    attempted = await attempt([known.action]);
  }
  const last = attempted?.exchange;
  return last && answered(last, 400, 422) ? { action, changes: [], last } : { ...known, last };
}
