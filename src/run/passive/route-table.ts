import { escapeRegExp } from '../../model/escapes.js';
import type { Action, Collection } from '../../model/service/subject.js';
import { indexTemplates } from '../../model/values/group-by.js';

/** Where a path leads: to a collection, to an item, or to an action below an item. */
export interface Route {
  readonly template: string;
  readonly kind: 'collection' | 'item' | 'action' | 'other';
  /** Name of the collection; '' for other paths. */
  readonly collection: string;
  readonly action?: Action;
  /** The id of the item in the path, percent-encoded as it was sent. */
  readonly id?: string;
}

/** Finds the route of a path under the base URL; a query is ignored. */
export type FindRoute = (path: string) => Route;

/**
 * Creates the table of the routes of these collections, and of these other path templates. A path of none of them is a
 * route of its own.
 */
export function createRouteTable(
  collections: readonly Collection[],
  baseUrl: string,
  templates: readonly string[] = [],
): FindRoute {
  const toPlainPath = createPathReader(baseUrl);
  const own = collections.flatMap(listCollectionRoutes);
  const others = templates.filter((template) => !own.some((route) => route.template === template));
  const isFixed = (template: string) => !template.includes('{');
  // "/products/import" is not the product "import".
  const [fixed, open] = [others.filter(isFixed), others.filter((template) => !isFixed(template))];
  const find = indexRoutes([...fixed.map(createOtherRoute), ...own, ...open.map(createOtherRoute)]);
  const recent = new Map<string, Route>();
  return (path) => {
    const known = recent.get(path);
    if (known !== undefined) return known;
    const found = find(toPlainPath(path));
    if (recent.size >= maxRecent) recent.clear();
    recent.set(path, found);
    return found;
  };
}

/** Paths whose routes are remembered: the requests of one case are about the same few items. */
const maxRecent = 1_000;

/** Finds routes by their patterns; the first one that matches counts. */
function indexRoutes(routes: readonly PatternRoute[]): FindRoute {
  const listCandidates = indexTemplates(routes.entries(), ([, { template }]) => [template]);
  return (plain) => {
    let first = routes.length;
    for (const [index, { pattern }] of listCandidates(plain)) if (index < first && pattern.test(plain)) first = index;
    const found = routes[first];
    if (found === undefined) return { template: plain, kind: 'other', collection: '' };
    const { pattern, ...route } = found;
    const id = pattern.exec(plain)?.groups?.id;
    return id === undefined ? route : { ...route, id };
  };
}

/** Reads the path under the base URL, without query; requests may name it as an absolute URL. */
function createPathReader(baseUrl: string): (path: string) => string {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/\/$/, '');
  return (path) => {
    const [whole = ''] = path.split(/[?#]/);
    if (!whole.startsWith(origin)) return whole;
    const absolute = whole.slice(origin.length);
    return absolute.startsWith(base) ? absolute.slice(base.length) : absolute;
  };
}

type PatternRoute = Route & { readonly pattern: RegExp };

/** An address that belongs to no collection. */
const createOtherRoute = (template: string): PatternRoute => ({
  template,
  kind: 'other',
  collection: '',
  pattern: buildPattern(template, false),
});

function listCollectionRoutes(collection: Collection): PatternRoute[] {
  const { name, path, actions, creation, itemPath = `${path.replace(/\/$/, '')}/{id}` } = collection;
  const below = { collection: name, kind: 'action' } as const;
  const created = creation === undefined || creation.isNamed ? [] : [creation.path];
  return [
    ...actions.map((action) => ({
      ...{ ...below, template: action.path, action },
      pattern: buildPattern(action.path, true),
    })),
    // Where creations have an address of their own, it may look like that of an item.
    ...[...created, path].map((template) => ({
      ...{ template, kind: 'collection' as const, collection: name, pattern: buildPattern(template, false) },
    })),
    { template: itemPath, kind: 'item', collection: name, pattern: buildPattern(itemPath, true) },
  ];
}

/** The last hole of a path below an item is the id of the item; parents are before it. */
function buildPattern(template: string, hasItem: boolean): RegExp {
  const pieces = template.split(/\{[^}]+\}/);
  const holes = pieces.length - 1;
  const text = pieces.reduce((pattern, piece, index) => {
    if (index === 0) return escapeRegExp(piece);
    const hole = hasItem && index === holes ? '(?<id>[^/]*)' : '[^/]+';
    return pattern + hole + escapeRegExp(piece);
  }, '');
  return new RegExp(`^${text}$`);
}
