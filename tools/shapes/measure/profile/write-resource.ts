import type { Json, JsonObject } from '../../../../src/model/json.js';
import type { DeclaredPagination, DeclaredResource } from '../../../../src/model/service/declared-resource.js';
import { hasChildren } from '../../design/structure.js';
import { describeNewContent, makeMediaExample } from '../../document/creation.js';
import type { CollectionFacts, PagingFacts, ServiceFacts } from '../../facts/facts.js';
import { writeStates } from './write-states.js';

/** A resource as a profile declares it. */
export type Resource = Omit<DeclaredResource, 'where'>;

/** All that the design says about a collection. An id that is only in an address has no key: the key is for the id itself. */
export function writeResource(facts: CollectionFacts, service: ServiceFacts): Resource {
  const { id, itemPath, members, design, listPath, requiredQuery } = facts;
  const marker = members.find(
    (one) => one.type === 'string' && !one.format && !one.values && (one.maxLength ?? 0) > 40,
  );
  return {
    name: facts.plural,
    collection: requiredQuery ? `${listPath}?${requiredQuery.name}=${requiredQuery.value}` : listPath,
    ...(itemPath !== undefined && { item: itemPath }),
    ...(id.item && !id.item.isUrl && { id: { pointer: id.item.pointer } }),
    create: writeCreation(facts, service),
    ...writeChanges(facts),
    ...writeRemoval(facts, service),
    ...writeParents(facts, service),
    ...(marker && { marker: { field: `/${marker.name}` } }),
    ...writeInvalid(facts, service),
    ...writeStates(facts),
    ...(design.choices.preconditions === 'required' &&
      design.choices.entityTag !== 'none' && { ifMatch: 'required' as const }),
    ...(service.callers.length > 1 && { private: true }),
    pagination: facts.paging ? writePaging(facts, facts.paging) : { style: 'none', items: facts.entriesPointer },
  };
}

function writeCreation(facts: CollectionFacts, service: ServiceFacts): Resource['create'] {
  const { create, members, clientIdMember, listPath, design } = facts;
  if (!create) return false;
  const unique = [
    ...members.filter(({ isUnique }) => isUnique).map(({ name }) => `/${name}`),
    ...(clientIdMember === undefined ? [] : [`/${clientIdMember}`]),
  ];
  const isReplacing = design.choices.create === 'post-replaces';
  const example = makeMediaExample(facts, service) as Json;
  return {
    example: isReplacing ? ((example as Json[])[0] ?? {}) : example,
    ...(!isReplacing && { schema: describeNewContent(facts, service, true) as Json }),
    ...(unique.length > 0 && { unique }),
    mediaType: create.mediaType,
    ...(create.method === 'PUT' && { method: 'PUT' as const }),
    ...(create.path !== listPath && { path: create.path }),
    ...(isReplacing && { list: true }),
  };
}

/** A body that is right but for one member: of those that a client writes, the first with a constraint. */
function writeInvalid(facts: CollectionFacts, service: ServiceFacts): Pick<Resource, 'semanticInvalid'> {
  const { create, members, design } = facts;
  if (create?.method !== 'POST' || create.path !== facts.listPath || design.choices.create === 'post-replaces')
    return {};
  const wrong = members.flatMap((one) => {
    const value = spoil(one);
    return value === undefined ? [] : [[one.name, value] as const];
  })[0];
  const example = makeMediaExample(facts, service) as JsonObject;
  const [wrapper = ''] = Object.keys(example);
  if (wrong === undefined) return {};
  const isWrapped = design.choices.createBody === 'wrapped';
  const body = isWrapped
    ? { [wrapper]: { ...(example[wrapper] as JsonObject), [wrong[0]]: wrong[1] } }
    : { ...example, [wrong[0]]: wrong[1] };
  return { semanticInvalid: [body] };
}

/** A value that a member must not have; undefined where nothing is known of its values. */
function spoil({
  values,
  pattern,
  format,
  maximum,
  maxLength,
  isUnique,
}: CollectionFacts['members'][number]): Json | undefined {
  if (values) return 'none-of-these';
  if (pattern !== undefined) return 'no match';
  if (format === 'date') return 'tomorrow';
  if (maximum !== undefined) return maximum + 1;
  return maxLength !== undefined && isUnique !== true ? 'x'.repeat(maxLength + 1) : undefined;
}

/** POST that changes an item has no key. */
function writeChanges({ changes }: CollectionFacts): Pick<Resource, 'replace' | 'patch'> {
  const put = changes.find(({ method }) => method === 'PUT');
  const patch = changes.find(({ method }) => method === 'PATCH');
  return { replace: put ? { mediaType: put.mediaType } : false, patch: patch ? { mediaType: patch.mediaType } : false };
}

/** Where DELETE needs another request before it, the two are the way to remove an item, and DELETE alone is not declared. */
function writeRemoval(facts: CollectionFacts, { design }: ServiceFacts): Pick<Resource, 'delete' | 'purge'> {
  const { archivePath, itemPath, index } = facts;
  const { removal, removalKind } = facts.design.choices;
  if (removal === 'none' || itemPath === undefined) return { delete: false };
  const rename = (path: string) => path.replace(`{${facts.idParameter}}`, '{id}');
  if (archivePath !== undefined)
    return {
      delete: false,
      purge: [
        { method: 'POST', path: rename(archivePath) },
        { method: 'DELETE', path: rename(itemPath) },
      ],
    };
  const mode = removalKind === 'soft' ? 'soft' : removalKind === 'late' ? 'async' : 'hard';
  const withChildren = removalKind === 'cascades' ? 'cascade' : 'refuse';
  return {
    delete: {
      mode,
      ...(mode === 'soft' && { tombstone: '/deleted' }),
      ...(hasChildren(design, index) && { withChildren }),
    },
  };
}

/** The items that contain an item, and those that its members refer to. */
function writeParents(facts: CollectionFacts, { collections }: ServiceFacts): Pick<Resource, 'parents'> {
  const ancestors: CollectionFacts[] = [];
  for (let one = facts.parent; one; one = one.parent) ancestors.unshift(one);
  const parameters = [...facts.listPath.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const above = ancestors.map(({ listPath }, index) => [parameters[index] ?? '', listPath]);
  const references = facts.members.flatMap(({ name, refersTo }) => {
    const target = refersTo === undefined ? undefined : collections[refersTo];
    return target ? [[`/${name}`, target.listPath]] : [];
  });
  const all = [...above, ...references];
  return all.length > 0 ? { parents: Object.fromEntries(all) } : {};
}

const overMaximum = { clamped: 'clamp', refused: 'reject', ignored: 'default' } as const;
const pastEnd = { empty: 'empty', missing: 'not-found', 'last-page': 'last-page' } as const;

/** A token in a header has no key: such a list is declared without a style. Pages with a number are declared as such where they are linked, too. */
function writePaging({ entriesPointer, design }: CollectionFacts, paging: PagingFacts): DeclaredPagination {
  const { style, sizeParameter, position, next, total, defaultSize, maximumSize, firstPosition } = paging;
  const isToken = style === 'token-header';
  if (isToken && position.in === 'header') return { params: { size: sizeParameter }, items: entriesPointer };
  const known = isToken ? 'cursor' : style;
  return {
    style: style === 'cursor' && next?.in === 'link' ? 'link' : known,
    params: { size: sizeParameter, ...(position.in === 'query' && { [known]: position.name }) },
    ...(style === 'page' && { base: firstPosition === 0 ? 0 : 1 }),
    items: entriesPointer,
    ...(next?.in === 'body' && { next: next.pointer }),
    ...(isToken && next?.in === 'header' && { next: next.name }),
    ...(total && { total: design.choices.total === 'estimated' ? '' : total.name }),
    defaultSize,
    ...(maximumSize !== undefined && { maxSize: maximumSize, overMax: overMaximum[design.choices.overMaximum] }),
    ...((style === 'page' || style === 'offset') && { pastEnd: pastEnd[design.choices.pastEnd] }),
  };
}
