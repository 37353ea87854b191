import type { Extra } from '../../design/design.js';
import { hash } from '../../facts/ids.js';
import { isPresent, listPresent, readNewest } from '../state/items.js';
import { Refusal, type Reply, type Visit } from '../state/world.js';
import { isObject, readJson } from './read-body.js';
import { addressItem } from './represent.js';

/** A resource beside the collections. */
export interface ExtraResource {
  /** Below the prefix. */
  readonly path: string;
  readonly handlers: Readonly<Record<string, (visit: Visit) => Reply>>;
}

const replyWithJson = (json: unknown): Reply => ({ status: 200, headers: {}, json });

/** The smallest PNG image. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The resources beside the collections, by the value of the design. */
export const extraResources: Readonly<Record<Extra, ExtraResource>> = {
  single: {
    path: '/about',
    handlers: {
      GET: ({ world }) =>
        replyWithJson({ title: 'A service', build: hash(world.facts.design.seed, 'build').slice(0, 7) }),
    },
  },
  'writable-single': {
    path: '/settings',
    handlers: { GET: ({ world }) => replyWithJson(world.settings), PUT: replaceSettings },
  },
  view: { path: '/statistics', handlers: { GET: countItems } },
  search: { path: '/search', handlers: { GET: searchItems } },
  text: {
    path: '/terms',
    handlers: { GET: () => ({ status: 200, headers: {}, text: 'Terms of use\n\n1. Be kind.\n' }) },
  },
  binary: { path: '/logo.png', handlers: { GET: () => ({ status: 200, headers: {}, bytes: image }) } },
};

function replaceSettings(visit: Visit): Reply {
  const body = readJson(visit, ['application/json']);
  const language = isObject(body) ? body.language : undefined;
  const perPage = isObject(body) ? body.rows : undefined;
  if (typeof language !== 'string' || !/^[a-z]{2}$/.test(language))
    throw new Refusal('invalid', [{ member: 'language', rule: 'format' }]);
  if (!Number.isSafeInteger(perPage)) throw new Refusal('invalid', [{ member: 'rows', rule: 'type' }]);
  visit.world.settings = { language, rows: perPage };
  return replyWithJson(visit.world.settings);
}

function countItems({ world, caller }: Visit): Reply {
  const counts = world.facts.collections.map(({ index, plural }) => [
    plural,
    listPresent(world, index).filter((item) => world.behaviour.canSee(world, caller, item)).length,
  ]);
  return replyWithJson({ counts: Object.fromEntries(counts) });
}

function searchItems({ world, caller, request }: Visit): Reply {
  const text = request.query.get('q');
  if (text === null || text === '') throw new Refusal('malformed', [{ member: 'q', rule: 'required' }]);
  const hits = world.facts.collections.flatMap((facts) =>
    [...(world.stores[facts.index]?.values() ?? [])]
      .filter((item) => isPresent(world, item) && world.behaviour.canSee(world, caller, item))
      .filter((item) => JSON.stringify(readNewest(world, item)?.content).includes(text))
      .map((item) => ({ kind: facts.singular, href: addressItem(world, facts, item) })),
  );
  return replyWithJson({ query: text, hits: hits.slice(0, 10) });
}
