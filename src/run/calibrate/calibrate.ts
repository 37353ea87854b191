import type { LedgerBook } from '../../ledger/open-ledger.js';
import { answered, type Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { Doubt } from '../../rule/finding.js';
import { wordedPatch } from '../../rule/http/merge-patch.js';
import type { Creation, Item } from '../../rule/items.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { type Wire, wireOf } from '../tools/case-client.js';
import { enveloped } from '../tools/envelope.js';
import { itemsOf } from '../tools/items.js';
import { bodiesOf } from '../trial/case-bodies.js';
import { firstOf } from '../trial/first-value.js';
import { layGround, type Quarry } from '../trial/parents.js';
import { persist } from '../trial/retry-setup.js';
import { comparison, leavingOut } from './bodies/computed-members.js';
import type { Writing } from './bodies/correct-body.js';
import { isAbsent, type Learning, learningOf } from './bodies/learn-body.js';
import { readdress } from './find-item-id.js';
import { withLag } from './measure-read-lag.js';

/** What came of a rehearsal: the collection as the service takes it, and what there is to say about it. */
export interface Rehearsed {
  readonly collection: Collection;
  readonly notes: readonly string[];
}

/**
 * Makes an item, replaces, patches and removes it before anything is judged, and mends the bodies by what the service says
 * is wrong with them. An operation that was only assumed, and that the service does not have, is taken out. What is made
 * stands in the ledger, and is removed. Never throws for what a service does.
 */
export async function rehearse(collection: Collection, site: Quarry, book: LedgerBook): Promise<Rehearsed> {
  const ground = book.page();
  const ledger = book.page();
  const stage: Stage = {
    site,
    book,
    ledger,
    ground,
    wire: wireOf(site.meter, `rehearsal@${collection.name}`),
    notes: [],
  };
  let known = collection;
  try {
    const created = await creation(known, stage);
    known = created.collection;
    book.knows([known]);
    if (created.item) {
      for (const writing of ['replace', 'patch'] as const) known = await writingOf(known, writing, created.item, stage);
      known = await removal(known, created.item, stage);
    }
  } catch (error) {
    if (!(error instanceof Doubt)) throw error;
    stage.notes.push(`${collection.name}: nothing could be tried out beforehand: ${error.why}`);
  } finally {
    await cleanUp(ledger, {
      ...site,
      collections: site.collections.map((one) => (one.name === known.name ? known : one)),
    });
    await cleanUp(ground, site);
  }
  return { collection: known, notes: stage.notes };
}

interface Stage {
  readonly site: Quarry;
  readonly book: LedgerBook;
  readonly ledger: ReturnType<LedgerBook['page']>;
  readonly ground: ReturnType<LedgerBook['page']>;
  readonly wire: Wire;
  readonly notes: string[];
}

/** Things that are made beside the wanted ones, to see which members the service takes over. */
const further = 4;

async function creation(collection: Collection, stage: Stage): Promise<{ collection: Collection; item?: Item }> {
  const { site } = stage;
  const laid = (await persist(() => layGround(collection, site, stage.ground))) as Collection;
  const learning = learningOf(collection, 'create');
  const compared = comparison();
  const all: Creation[] = [];
  while (learning.goesOn()) {
    const made = await post(learning.known(), laid, stage, learning.turn());
    if (learning.isAbsent(made.exchange)) return { collection: withoutOne(learning, 'create', made.exchange, stage) };
    learning.heed(made.exchange, made.sent, site.document);
    if (made.item) compared.heed(made.sent, await shownBy(made, learning.known()));
    all.push(made);
  }
  for (let more = 1; more <= further && compared.isOpen(); more += 1) {
    const made = await post(learning.known(), laid, stage, all.length + 1);
    if (made.item) compared.heed(made.sent, await shownBy(made, learning.known()));
    all.push(made);
  }
  stage.notes.push(...learning.told());
  const moved = await readdress(learning.known(), laid.itemPath, all, stage);
  if (moved) {
    stage.notes.push(moved.note);
    return creation(moved.collection, stage);
  }
  const item = all.find((made) => made.item !== undefined)?.item;
  const another = async () => item && (await post(learning.known(), laid, stage, all.length + 1)).item;
  const settled = await withLag(learning.known(), another, stage.notes);
  const known = await withoutComputed(settled, compared.computed(), laid, stage);
  return { collection: known, ...(item && { item }) };
}

/** Posts the last of the first bodies that would be drawn, where the ground was laid. */
async function post(
  known: Collection,
  laid: Collection,
  { site, wire, ledger }: Stage,
  turn: number,
): Promise<Creation> {
  const { path, itemPath, overrides } = laid;
  const placed = {
    ...known,
    path,
    overrides: { ...known.overrides, ...overrides },
    ...(itemPath !== undefined && { itemPath }),
  };
  const items = itemsOf({ ...site, collection: placed, wire, ledger, restMs: 0 });
  const [body = null] = (await firstOf(bodiesOf(known, site.document).body(), site.seed, turn)).slice(-1);
  return persist(() => items.post(body, { role: 'control' }));
}

/** What was made as the service shows it; only guesses are worth asking for it. */
async function shownBy({ item, exchange }: Creation, { create, read }: Collection): Promise<Json | undefined> {
  if (create?.provenance !== 'assumed') return undefined;
  return read && item ? (await item.get()).answer?.json : exchange.answer?.json;
}

/** Members that were seen in items may be the service's own: what it never takes over is not sent, if it can be done without. */
async function withoutComputed(
  known: Collection,
  computed: readonly string[],
  laid: Collection,
  stage: Stage,
): Promise<Collection> {
  if (computed.length === 0) return known;
  const fewer = leavingOut(known, computed);
  const { exchange } = await post(fewer, laid, stage, 1);
  if (!answered(exchange, 2)) return known;
  const names = computed.map((pointer) => pointer.slice(1)).join(', ');
  stage.notes.push(
    `${known.name}: ${names} ${computed.length === 1 ? 'is' : 'are'} never sent: the service shows values of its own (exchange ${exchange.n})`,
  );
  return fewer;
}

async function writingOf(
  collection: Collection,
  writing: 'replace' | 'patch',
  item: Item,
  stage: Stage,
): Promise<Collection> {
  const operation = collection[writing];
  if (!operation?.request || (operation.provenance !== 'assumed' && stage.notes.length === 0)) return collection;
  const { site } = stage;
  const learning = learningOf(collection, writing);
  while (learning.goesOn()) {
    const bodies = bodiesOf(learning.known(), site.document);
    const source = writing === 'patch' ? bodies.patch() : bodies.replacement();
    const [body = null] = (await firstOf(source, site.seed, learning.turn())).slice(-1);
    const sent = writing === 'patch' ? wordedPatch(item, body) : item.worded(body);
    const exchange = await enveloped(stage.wire, collection).send({
      method: operation.method,
      path: item.path,
      json: sent,
      headers: { 'content-type': learning.known()[writing]?.request?.mediaType ?? 'application/json' },
      role: 'control',
    });
    if (learning.isAbsent(exchange)) return withoutOne(learning, writing, exchange, stage);
    learning.heed(exchange, sent, site.document);
  }
  stage.notes.push(...learning.told());
  return learning.known();
}

/** What was only assumed, and is refused while the thing stands there to be read, is not there. */
async function removal(collection: Collection, item: Item, { site, notes }: Stage): Promise<Collection> {
  const { remove, ...rest } = collection;
  if (remove?.provenance !== 'assumed' || !site.mayDelete || !collection.read) return collection;
  const exchange = await item.delete();
  if (!isAbsent(exchange) || !answered(await item.get(), 200)) return collection;
  notes.push(
    `${collection.name}: DELETE is not there: it was answered ${exchange.answer?.status} (exchange ${exchange.n})`,
  );
  return { ...rest, facts: [...collection.facts, seen('remove', false, `DELETE ${item.path}`)] };
}

const seen = (about: string, value: Json, evidence: string) => ({
  about,
  value,
  provenance: 'observed' as const,
  evidence,
});

function withoutOne(learning: Learning, writing: Writing, exchange: Exchange, { notes }: Stage): Collection {
  const { [writing]: _, ...rest } = learning.known();
  const { method, path, n, answer } = exchange;
  notes.push(`${rest.name}: ${method} is not there: it was answered ${answer?.status} (exchange ${n})`);
  return {
    ...rest,
    facts: [...rest.facts.filter(({ about }) => about !== writing), seen(writing, false, `${method} ${path}`)],
  };
}
