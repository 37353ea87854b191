import { isObject, type Json } from '../../model/json.js';
import type { Caller } from '../../model/service/caller.js';
import type { LinkModel } from '../../model/service/collection-parts.js';
import type { Known } from '../../model/service/declared-service.js';
import { beliefIn, fact } from '../../model/service/facts.js';
import type { Collection } from '../../model/service/subject.js';
import { trimmed } from '../../openapi/recognize/words.js';

/** What the profile says of the service as a whole, put into each collection: who may call, how long answers last, which links there are. */
export function inCircumstances(collection: Collection, known: Known): Collection {
  const isSecured = isSecuredBy(collection, known);
  const links = known.links === undefined ? undefined : linksIn(known.links, collection);
  const maxAge = maxAgeOf(collection, known);
  const callers = callersOf(known, isSecured);
  return {
    ...collection,
    callers,
    ...(isSecured !== undefined && { isSecured }),
    ...(links && { links }),
    ...(maxAge !== undefined && { maxAge }),
    facts: [
      ...collection.facts,
      ...(isSecured === undefined || beliefIn(collection, 'secured')
        ? []
        : [fact('secured', isSecured, 'declared', 'the profile or the document')]),
    ],
  };
}

/**
 * Whether credentials are asked for. A document says so for each operation, and one is enough; credentials of callers in the
 * profile say so for all, unless the document denies it for all. A header field that is sent with every request says nothing.
 */
export function isSecuredBy(collection: Collection, known: Known): boolean | undefined {
  const { path, create, list, read, replace, patch, remove } = collection;
  if (known.publicPaths.some((open) => trimmed(open) === trimmed(path))) return false;
  const said = [create, list, read, replace, patch, remove].flatMap((operation) => operation?.secured ?? []);
  if (said.length > 0) return said.some(Boolean);
  return known.identities.full !== undefined ? true : undefined;
}

const hasOne = ({ identities, hasCredential }: Known) => identities.full !== undefined || hasCredential;

function callersOf(known: Known, isSecured: boolean | undefined): Caller[] {
  if (!hasOne(known)) return [];
  const named = (['limited', 'otherTenant', 'expired'] as const).filter((name) => known.identities[name] !== undefined);
  return ['full', ...named, ...(isSecured === true ? (['none', 'invalid'] as const) : [])];
}

/** `{pointer, states}` for a member whose members are links, `{in: 'header', states}` for the Link header field; or such a model for each path. */
function linksIn(said: Json, { path }: Collection): LinkModel | undefined {
  if (!isObject(said)) return undefined;
  const own = said[path] ?? (said.states === undefined ? undefined : said);
  if (!isObject(own) || !isObject(own.states)) return undefined;
  const isHeader = own.in === 'header';
  return {
    in: isHeader ? 'header' : 'body',
    pointer: typeof own.pointer === 'string' ? own.pointer : '/links',
    states: own.states as LinkModel['states'],
  };
}

function maxAgeOf({ itemPath }: Collection, { cache }: Known): number | undefined {
  const shape = (path: string) => trimmed(path).replace(/\{[^}]+\}/g, '{}');
  const said = Object.entries(cache).find(([path]) => itemPath !== undefined && shape(path) === shape(itemPath))?.[1];
  return isObject(said) && typeof said.maxAge === 'number' ? said.maxAge : undefined;
}
