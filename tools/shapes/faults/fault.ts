import { catchRefusal } from '../engine/answer.js';
import type { ChangeBehaviour } from '../engine/create-world.js';
import { isPresent } from '../engine/state/items.js';
import type { Behaviour, Item, Reply, Version, Visit, World } from '../engine/state/world.js';
import type { ServiceFacts } from '../facts/facts.js';

/** One way in which a service breaks the convention or its design, whatever it is about. It is always on. */
export interface Fault {
  readonly name: string;
  /** Clauses of the convention, as section and number: `4.2`, or `7.422` for a status. `http` for a rule of HTTP alone. */
  readonly clauses: readonly string[];
  /** Whether a service of a design can have it so that a client that knows the design notices, and changes no items of others. */
  appliesTo(facts: ServiceFacts): boolean;
  readonly change: ChangeBehaviour;
  /** A write of a client to its own item changes or removes items of others, which a report may call harm. */
  readonly harmsOthers?: true;
  /** It shows only to a client with the credentials of both callers. */
  readonly needsCallers?: true;
  /** Names of probes of the checker; at least one finds it. */
  readonly seenBy: readonly string[];
}

/** Answers a request to a known path instead of the service; `answer` is what the service would do. */
export type Interception = (visit: Visit, answer: () => Reply) => Reply;

/** Replaces the handling of requests to known paths. `answer` returns refusals as replies. */
export const intercept =
  (interception: Interception): ChangeBehaviour =>
  (correct) => ({
    handle: (visit, handler) =>
      interception(visit, () => catchRefusal(visit.world, () => correct.handle(visit, handler))),
  });

/** Replaces some functions of a service. */
export const replace = (change: (correct: Behaviour) => Partial<Behaviour>): ChangeBehaviour => change;

/** The item that the path of a request leads to, present or not. */
export const findTarget = ({ world, facts, ids, target }: Visit): Item | undefined =>
  facts && target !== 'list' && target !== 'creation' ? world.stores[facts.index]?.get(ids.at(-1) ?? '') : undefined;

/** Whether a request creates an item of a collection, if nothing is wrong with it. */
export function isCreation(visit: Visit): boolean {
  const { facts, target, request } = visit;
  if (!facts?.create || facts.create.method !== request.method || facts.design.choices.create === 'post-replaces')
    return false;
  if (facts.create.path !== facts.itemPath) return target === 'list' || target === 'creation';
  const item = findTarget(visit);
  return target === 'item' && !(item && isPresent(visit.world, item));
}

/** Whether a request changes an existing item. */
export function isChange(visit: Visit): boolean {
  const { facts, target, request } = visit;
  const isKnown = facts?.changes.some(({ method }) => method === request.method) ?? false;
  return target === 'item' && isKnown && !isCreation(visit);
}

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

export const isReading = ({ request }: Visit): boolean => request.method === 'GET' || request.method === 'HEAD';

/** Adds what has no other effect to the newest version, without a trace of a write. */
export function setMember({ versions }: Item, name: string, value: unknown): void {
  const last = versions.pop();
  if (last) versions.push({ ...last, content: { ...last.content, [name]: value } });
}

/** The state of a collection, to go back to it. */
export function keepState(world: World, index: number): () => void {
  const store = world.stores[index];
  const kept = [...(store ?? [])].map(([id, item]) => [id, item, item.versions] as const);
  return () => {
    store?.clear();
    for (const [id, item, versions] of kept) {
      item.versions = versions;
      store?.set(id, item);
    }
  };
}

/** Records that a request wrote to an item that it does not name. */
export const recordWrite = ({ writtenBy }: Item, { request }: Visit): void =>
  void writtenBy.push(`${request.method} ${request.path}`);

/** Changes the newest version of an item. */
export function changeNewest(item: Item, change: Partial<Version>): void {
  const last = item.versions.pop();
  if (last) item.versions.push({ ...last, ...change });
}
