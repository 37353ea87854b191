import { isObject, type Json } from '../../model/json.js';
import type { Caller } from '../../model/service/caller.js';
import type { LinkModel } from '../../model/service/collection-parts.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { createFact, findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';

/** Applies the service-wide settings of the profile to a collection: callers, freshness lifetimes and links. */
export function applyServiceSettings(collection: Collection, known: DeclaredService): Collection {
  const isSecured = isSecuredCollection(collection, known);
  const links = known.links === undefined ? undefined : readLinkModel(known.links, collection);
  const maxAge = readMaxAge(collection, known);
  const callers = listCallers(known, isSecured);
  return {
    ...collection,
    callers,
    ...(isSecured !== undefined && { isSecured }),
    ...(links && { links }),
    ...(maxAge !== undefined && { maxAge }),
    facts: [
      ...collection.facts,
      ...(isSecured === undefined || findFact(collection, 'secured')
        ? []
        : [createFact('secured', isSecured, 'declared', 'the profile or the document')]),
    ],
  };
}

/**
 * Whether credentials are required. A document says so for each operation, and one suffices. Credentials of callers in
 * the profile imply it for all, unless the document denies it for all. A header field sent with every request implies
 * nothing.
 */
export function isSecuredCollection(collection: Collection, known: DeclaredService): boolean | undefined {
  const { path, create, list, read, replace, patch, remove } = collection;
  if (known.publicPaths?.some((open) => trimTrailingSlash(open) === trimTrailingSlash(path))) return false;
  const said = [create, list, read, replace, patch, remove].flatMap((operation) => operation?.secured ?? []);
  if (said.length > 0) return said.some(Boolean);
  return known.identities.full !== undefined ? true : undefined;
}

function listCallers(known: DeclaredService, isSecured: boolean | undefined): Caller[] {
  if (known.identities.full === undefined && !known.hasCredential) return [];
  const named = (['limited', 'otherTenant', 'expired', 'wrongPassword'] as const).filter(
    (name) => (known.identities[name] ?? known.callers?.[name]) !== undefined,
  );
  return ['full', ...named, ...(isSecured === true ? (['none', 'invalid'] as const) : [])];
}

/**
 * `{pointer, states}` for a member with links, `{in: 'header', states}` for the Link header field; or such a model for
 * each path.
 */
function readLinkModel(said: Json, { path }: Collection): LinkModel | undefined {
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

function readMaxAge({ itemPath }: Collection, { cache }: DeclaredService): number | undefined {
  const shape = (path: string) => trimTrailingSlash(path).replace(/\{[^}]+\}/g, '{}');
  const said = Object.entries(cache).find(([path]) => itemPath !== undefined && shape(path) === shape(itemPath))?.[1];
  return isObject(said) && typeof said.maxAge === 'number' ? said.maxAge : undefined;
}
