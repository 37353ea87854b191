import {
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  type Item,
  type Items,
  inconclusive,
  type Tools,
  violated,
} from '#rule';

const maxOthers = 4;

/** Maximum number of pages of a list that is compared; a longer one is not. */
const maxPages = 5;

/** How often the lists are read in a control round in place of the requests under test, at least and at most. */
const [controlReads, mostControlReads] = [4, 40];

/** A list in which a request may leave an entry. */
export interface WatchedList {
  readonly path: string;
  /** Whether only writes add entries: where clients cannot create any, and nothing is declared, the service may keep a log. */
  readonly isWritable: boolean;
  /** Whether entries are only added: then the first pages of a long list are compared, too. */
  readonly isLog?: boolean;
  /** An item that may appear in the list late. */
  readonly expected?: string;
  readonly items: Pick<Items, 'walk' | 'readId'>;
}

/** The entries of a list at one moment; undefined where it could not be read to its end. */
export interface ListState {
  readonly ids: readonly string[] | undefined;
  readonly pages: readonly Exchange[];
}

/** Three states of several lists: two with no request in between (one and the same in the first round), a third after the requests under test. */
export interface ListRound {
  readonly lists: readonly Omit<WatchedList, 'items'>[];
  readonly control: readonly [readonly ListState[], readonly ListState[]];
  readonly treatment: readonly Exchange[];
  readonly after: readonly ListState[];
  /** Whether the requests under test were sent; otherwise this round is a control. */
  readonly isTreated: boolean;
}

/** The list of the collection, those below the item, those to which writes add entries, and some others by `turn`. */
export function selectLists({ items, collection, related }: Tools, item: Item, turn: number): WatchedList[] {
  const all = related.listNeighbours(item);
  const isFirst = ({ collection: { path, isAddedByWrites } }: (typeof all)[number]) =>
    path.startsWith(`${item.path}/`) || isAddedByWrites === true;
  const others = all.filter((one) => !isFirst(one));
  const first = others.length > maxOthers ? turn % others.length : 0;
  const turned = [...others.slice(first), ...others.slice(0, first)];
  const selected = [...all.filter(isFirst), ...turned].slice(0, maxOthers);
  const own = collection.list ? [{ collection, items, expected: item.id }] : [];
  return [...own, ...selected].map(({ collection: { path, create, isAddedByWrites }, ...list }) => ({
    ...list,
    path,
    isWritable: create !== undefined || isAddedByWrites === true,
    isLog: create === undefined && isAddedByWrites === true,
  }));
}

/**
 * Which rounds send the requests under test: in no regular order, so that no other client that adds an entry from time to time comes with
 * these rounds only.
 */
const order = [true, false, false, true, false, true];

/** Reads lists around the requests under test; where one has grown, also without them. Each round has its own lists. */
export async function readListsAround(
  prepare: () => Promise<readonly WatchedList[]>,
  treat: () => Promise<readonly Exchange[]>,
): Promise<ListRound[]> {
  let most = { count: 0, ms: 0 };
  // Others have as many requests and as much time to add an entry as in a treated round.
  const wait = async (lists: readonly WatchedList[], begun: number) => {
    const isShort = (i: number) => i * lists.length < most.count || http.clock.now() - begun < most.ms;
    for (let i = 0; i < controlReads || (i < mostControlReads && isShort(i)); i += 1) await readLists(lists);
  };
  const readRound = async (isTreated: boolean, isFirst = false): Promise<ListRound> => {
    const lists = await prepare();
    const before = await readLists(lists);
    // Where the first round shows a new entry, the others decide, and read twice before the requests.
    const control = [before, isFirst ? before : await readLists(lists)] as const;
    const begun = http.clock.now();
    const treatment = isTreated ? await treat() : [];
    if (isTreated)
      most = { count: Math.max(most.count, treatment.length), ms: Math.max(most.ms, http.clock.now() - begun) };
    else await wait(lists, begun);
    const after = await readLists(lists);
    return { lists: lists.map(({ items: _, ...list }) => list), control, treatment, after, isTreated };
  };
  const rounds = [await readRound(true, true)];
  for (const isTreated of order.slice(1)) if (isOpen(rounds)) rounds.push(await readRound(isTreated));
  return rounds;
}

/** Whether more rounds can change the verdict: one list grew with each treated round, and a single treated round proves little. */
function isOpen(rounds: readonly ListRound[]): boolean {
  const growing = (rounds[0]?.lists ?? []).flatMap((_, i) => (rounds.every((round) => isGrowing(round, i)) ? i : []));
  const isSingle = rounds.filter(({ isTreated }) => isTreated).length < 2;
  return growing.some((i) => isSingle || rounds.every((round) => countIdle(round, i) === 0));
}

/** Whether a list grew in a round in which the requests under test were sent. */
const isGrowing = (round: ListRound, i: number): boolean => !round.isTreated || countAdded(round, i) > 0;

/** Violated where a list to which clients add entries grows with the requests under test, and only with them. */
export function judgeLists(rounds: readonly ListRound[], expected: string): Finding {
  const lists = (rounds[0]?.lists ?? []).map((list, i) => ({ ...list, i }));
  const isRead = ({ i }: { readonly i: number }) => rounds.every(({ after }) => after[i]?.ids !== undefined);
  if (!lists.some(isRead)) return inconclusive('no-usable-case', 'no list could be read to its end');
  const growing = rounds.length < 2 ? [] : lists.filter(({ i }) => rounds.every((round) => isGrowing(round, i)));
  const caused = growing.filter(({ i }) => rounds.every((round) => countIdle(round, i) === 0));
  const accused = caused.find(({ isWritable }) => isWritable);
  if (accused) return accuse(rounds[0], accused, expected);
  const [log] = caused;
  if (log) return heldWithNote(`${log.path} grows with such requests; clients cannot write to it, so it may be a log`);
  return growing[0] ? inconclusive('noise', `${growing[0].path} also grows without these requests`) : held;
}

function accuse(
  round: ListRound | undefined,
  { path, i }: { readonly path: string; readonly i: number },
  expected: string,
): Finding {
  const [before] = round?.control[1][i]?.pages ?? [];
  const [after] = round?.after[i]?.pages ?? [];
  return violated({
    expected,
    actual: { [path]: round ? findAdded(round, i) : [] },
    shows: [before, ...(round?.treatment ?? []), after].filter((one) => one !== undefined),
  });
}

/** How entries without an id are called. */
const unnamed = 'entry ';

function readLists(lists: readonly WatchedList[]): Promise<readonly ListState[]> {
  const read = async ({ items, isLog }: WatchedList) => {
    const { entries, ended, pages } = await items.walk({ maxPages });
    const ids = entries.map((entry, i) => items.readId(entry) ?? `${unnamed}${i + 1}`);
    return {
      ids: ended === 'end' || (isLog && ended !== 'trouble') ? ids : undefined,
      pages: pages.map(({ exchange }) => exchange),
    };
  };
  return Promise.all(lists.map(read));
}

/** The entries that a list shows after the requests of a round, and did not show before them. */
const findAdded = ({ lists, control, after }: ListRound, i: number): string[] =>
  findUnexpected(control[1][i], after[i], lists[i]?.expected);

const countAdded = (round: ListRound, i: number): number => findAdded(round, i).length;

/** Entries that appeared in the control reads, or in a control round. */
const countIdle = (round: ListRound, i: number): number =>
  findUnexpected(round.control[0][i], round.control[1][i], round.lists[i]?.expected).length +
  (round.isTreated ? 0 : countAdded(round, i));

/** New entries without that of the expected item, which may be any one where entries show no id. */
function findUnexpected(before: ListState | undefined, after: ListState | undefined, expected: string | undefined) {
  const added = findNew(before, after);
  const named = added.filter((id) => id !== expected);
  const isUnnamed = expected !== undefined && named.some((id) => id.startsWith(unnamed));
  return isUnnamed ? named.slice(1) : named;
}

/** The ids that a list shows now and did not show before; none where one of the two states is unknown. */
function findNew(before: ListState | undefined, after: ListState | undefined): string[] {
  if (before?.ids === undefined || after?.ids === undefined) return [];
  const known = new Set(before.ids);
  return after.ids.filter((id) => !known.has(id));
}
