import type { Answer, AnswerResult } from '../../../src/demo/service/http/answer.js';
import type { Json, JsonObject } from '../../../src/demo/service/http/json.js';
import type { SeededRandom } from '../../../src/demo/service/seeded-random.js';

/** A list of the team service, and what its clients may do with it. */
export interface TeamList {
  /** Methods of the list and of its items, such as `GET POST`. */
  readonly methods: string;
  readonly itemMethods?: string;
  /** The member by which an item is addressed. */
  readonly idMember?: 'id' | 'token';
  /** What was there before. */
  readonly existing?: readonly JsonObject[];
  /** Whether its entries only report what happened, so that they are no items. */
  readonly isLog?: true;
  /** Whether the document does not describe its entries. */
  readonly isUndescribed?: true;
}

/** The content of all lists. */
export interface TeamStore {
  readonly lists: Readonly<Record<string, TeamList>>;
  list(name: string): Map<string, JsonObject>;
  /** Stores an item; returns it as it is shown. */
  add(name: string, body: JsonObject): JsonObject;
  /** Whether an item was there before the first request. */
  isOld(name: string, id: string): boolean;
}

/** A request to the team service, as it would be answered without the habit. */
export interface TeamRequest {
  readonly method: string;
  /** The list, and the item in it. */
  readonly list: string;
  readonly id: string | undefined;
  readonly sent: Json | undefined;
  readonly store: TeamStore;
  readonly random: SeededRandom;
  proceed(): Answer;
}

/** What the service does beside what its document says. */
export interface TeamHabit {
  readonly lists: Readonly<Record<string, TeamList>>;
  readonly answer?: (request: TeamRequest) => AnswerResult;
}

/** Creates the lists with what is there before. */
export function createTeamStore(lists: TeamStore['lists'], random: SeededRandom): TeamStore {
  const contents = new Map(Object.keys(lists).map((name) => [name, new Map<string, JsonObject>()]));
  const old = new Set<string>();
  let last = 100;
  const list = (name: string) => contents.get(name) ?? new Map<string, JsonObject>();
  const createToken = () => Array.from({ length: 4 }, () => random.next().toString(36).slice(2, 10)).join('');
  const store: TeamStore = {
    lists,
    list,
    add(name, body) {
      last += 1;
      const idMember = lists[name]?.idMember ?? 'id';
      const id = idMember === 'token' ? createToken() : `${name[0]}${last}`;
      const item = { [idMember]: id, ...body };
      list(name).set(id, item);
      return item;
    },
    isOld: (name, id) => old.has(`${name} ${id}`),
  };
  for (const [name, { existing = [] }] of Object.entries(lists)) {
    for (const body of existing) store.add(name, body);
    for (const id of list(name).keys()) old.add(`${name} ${id}`);
  }
  return store;
}
