import { isObject, type Json } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { followReference } from '../../openapi/recognize/schema-shape.js';
import { createOffer, type DraftSources, type DraftValue } from '../draft-passage.js';
import { describeEvidence, findBelief } from '../survey-evidence.js';

/** A document that describes a collection describes its operations, too: what it does not name does not exist. */
const isDescribed = ({ list, read }: Collection): boolean =>
  [list, read].some((operation) => operation?.provenance === 'described');

/** Keys that a profile could have for a collection, each with the number of checks that need it. */
export function draftSuggestions(
  collection: Collection,
  { survey, waiting }: DraftSources,
  subjects: readonly string[],
): DraftValue[] {
  return suggestions.flatMap(({ keys, path = keys[0].split('.').slice(1), value, why }) => {
    const counts = subjects.map((subject) => waiting(keys, subject));
    const rules = Math.max(...counts);
    const example = rules > 0 ? value(collection, survey.document) : undefined;
    if (example === undefined) return [];
    return [createOffer(path, example, typeof why === 'string' ? why : why(collection, survey.document), rules)];
  });
}

const suggestions: readonly {
  readonly keys: readonly [string, ...string[]];
  /** Where it is written in the resource; by default as the first key says. */
  readonly path?: readonly string[];
  readonly value: (collection: Collection, document: Json | undefined) => Json | undefined;
  readonly why: string | ((collection: Collection, document: Json | undefined) => string);
}[] = [
  {
    keys: ['resources[].item'],
    value: ({ path, itemPath }) => itemPath ?? `${path.replace(/\/$/, '')}/{id}`,
    why: 'path of an existing item that GET returns',
  },
  {
    keys: ['resources[].create'],
    path: ['create', 'example'],
    value: (collection) =>
      collection.create || !isDescribed(collection) ? (collection.create?.request?.example ?? {}) : undefined,
    why: 'a request body that POST accepts',
  },
  {
    keys: ['resources[].create.schema'],
    value: () => ({ type: 'object', required: [], properties: {} }),
    why: 'JSON Schema of the request body of POST',
  },
  {
    keys: ['resources[].create.unique'],
    value: ({ unique }) => [...unique],
    why: (collection) =>
      collection.unique.length > 0
        ? describeEvidence(findBelief(collection, 'unique'))
        : 'members whose values must differ between items',
  },
  {
    keys: ['resources[].replace'],
    value: (collection) => (collection.replace || !isDescribed(collection) ? {} : undefined),
    why: 'PUT accepts the same body as POST',
  },
  {
    keys: ['resources[].patch'],
    path: ['patch', 'field'],
    value: (collection) => (collection.patch || !isDescribed(collection) ? (collection.marker ?? '/name') : undefined),
    why: 'a member that PATCH can change',
  },
  {
    keys: ['resources[].delete', 'resources[].delete.mode'],
    path: ['delete', 'mode'],
    value: (collection) => (collection.remove || !isDescribed(collection) ? 'hard' : undefined),
    why: ({ remove }) => (remove ? 'hard: DELETE removes an item immediately' : 'DELETE removes an item immediately'),
  },
  {
    keys: ['resources[].marker.field'],
    value: () => '/name',
    why: 'a free-text member of an item',
  },
  {
    keys: ['resources[].states', 'resources[].states.transitions'],
    value: (collection, document) => createStates(collection, document),
    why: (collection, document) => {
      const names = guessState(collection, document)?.names;
      const lack = mayHaveActions(collection) && collection.actions.length === 0;
      return `the state after each ${mayHaveActions(collection) ? 'action' : 'state'}${names ? `, one of ${names.join(', ')}` : ''}${lack ? '; actions have to be declared, too' : ''}`;
    },
  },
  {
    keys: ['resources[].actions'],
    value: (collection) =>
      mayHaveActions(collection)
        ? [{ name: 'cancellation', path: `${collection.itemPath ?? ''}/cancellation` }]
        : undefined,
    why: 'sub-resources that POST creates',
  },
  {
    keys: ['resources[].semanticInvalid'],
    value: (collection) => createBodies(collection),
    why: 'well-formed request bodies with invalid values',
  },
  {
    keys: ['resources[].conflicts'],
    value: (collection) => createBodies(collection),
    why: 'request bodies that conflict with stored items',
  },
  {
    keys: ['resources[].filters'],
    value: (collection) => listFilterExamples(collection),
    why: 'query parameters that select items, and the member that each compares',
  },
  {
    keys: ['resources[].ifMatch'],
    value: ({ replace, patch }) =>
      [replace, patch].some((one) => one?.statuses.includes(412)) ? 'required' : undefined,
    why: 'writes of an item without If-Match return 428',
  },
  {
    keys: ['resources[].states.setBy'],
    value: ({ states }) => (states && Object.keys(states.next ?? {}).length > 0 ? ['PATCH'] : undefined),
    why: 'methods with which clients write the state',
  },
  {
    keys: ['resources[].states.locked'],
    value: ({ states }) => (states?.terminal[0] === undefined ? undefined : { [states.terminal[0]]: ['PUT', 'PATCH'] }),
    why: 'methods that a state refuses with 409',
  },
  {
    keys: ['resources[].states.lockedChildren'],
    value: ({ states }) =>
      states?.terminal[0] === undefined ? undefined : { [states.terminal[0]]: { parts: ['POST'] } },
    why: 'methods that a state refuses with 409 in collections below the item, by their names',
  },
  {
    keys: ['resources[].private'],
    value: () => true,
    why: 'only its creator can read an item',
  },
  {
    keys: ['resources[].pagination.style'],
    value: ({ pagination: { style } }) => (style === 'unknown' ? 'cursor' : undefined),
    why: 'offset, page, cursor, link, or none',
  },
  {
    keys: ['resources[].pagination.params.size'],
    path: ['pagination', 'params'],
    value: ({ pagination: { params } }) => (Object.keys(params).length === 0 ? { size: 'limit' } : undefined),
    why: 'names of the parameters for page size, page number, offset, cursor',
  },
  {
    keys: ['resources[].pagination.maxSize'],
    value: () => 100,
    why: 'the maximum page size',
  },
  {
    keys: ['resources[].pagination.next'],
    value: () => '/next',
    why: 'the member of a page with the link to the next one',
  },
  {
    keys: ['resources[].pagination.total'],
    value: () => '/total',
    why: 'the member of a page with the total number of items',
  },
];

const mayHaveActions = (collection: Collection): boolean => collection.actions.length > 0 || !isDescribed(collection);

/** States by the actions that lead to them; without actions, clients write the member. */
function createStates(collection: Collection, document: Json | undefined): Json | undefined {
  const guess = guessState(collection, document);
  const [initial = 'open', ...later] = guess?.names ?? [];
  const pointer = guess?.pointer ?? '/status';
  if (!mayHaveActions(collection)) {
    const isWritten = collection.patch !== undefined || collection.replace !== undefined;
    return guess && isWritten
      ? { pointer, initial, terminal: later.slice(-1), transitions: { [initial]: later } }
      : undefined;
  }
  const acts = collection.actions.length > 0 ? collection.actions.map(({ name }) => name) : ['closure'];
  const led = acts.map((name) => [name, guessNextState(name, later) ?? later[0] ?? 'closed'] as const);
  const terminal = [...new Set(led.map(([, state]) => state))];
  return { pointer, initial, terminal, transitions: { [initial]: Object.fromEntries(led) } };
}

/** A list with one body for the user to change: an accepted body if known. */
const createBodies = ({ create }: { readonly create?: Operation }): Json => [create?.request?.example ?? {}];

/** The query parameters of a list that do not select a page. */
function listFilterExamples({ list, pagination }: Collection): Json | undefined {
  const paging = Object.values(pagination.params);
  const names = (list?.parameters ?? [])
    .filter(({ in: place, name }) => place === 'query' && !paging.includes(name) && /^[a-z_]+$/i.test(name))
    .map(({ name }) => name)
    .filter((name) => !/^(q|sort|order|fields|include|expand|embed)/i.test(name));
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, `/${name}`]));
}

const statePattern = /^(status|state|phase|stage|lifecycle_?state)$/i;

/** Finds the member that looks like the state of an item: a typical name, and few values. */
export function guessState({ item }: Collection, document: Json | undefined) {
  const { properties } = followReference(document, item as Json);
  if (!isObject(properties)) return undefined;
  const [name] = Object.keys(properties).filter((key) => statePattern.test(key));
  const names = name === undefined ? undefined : followReference(document, properties[name]).enum;
  if (!Array.isArray(names)) return undefined;
  const words = names.filter((word): word is string => typeof word === 'string');
  return words.length > 1 ? { pointer: `/${name}`, names: words } : undefined;
}

/** Guesses the state after an action of this name: the one with the most similar beginning. */
export function guessNextState(action: string, names: readonly string[]): string | undefined {
  const likeness = (name: string) => {
    const first = [...name].findIndex((letter, index) => letter.toLowerCase() !== action[index]?.toLowerCase());
    return first < 0 ? name.length : first;
  };
  const [best] = [...names].sort((a, b) => likeness(b) - likeness(a));
  return best !== undefined && likeness(best) > 1 ? best : undefined;
}
