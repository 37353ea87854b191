import { type Collection, compare, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';

type LinkModel = NonNullable<Collection['links']>;

export const declaredLinks = needs.defineNeed('collection', {
  name: 'declared links',
  reason: 'the links of an item are not declared',
  enable: 'links',
  isMet: ({ links }) => links !== undefined,
});

export interface Link {
  readonly relation: string;
  readonly target: string;
  readonly isTemplated: boolean;
}

/** The links in a response: in the Link field, or the members of one member (texts, or objects with `href`). */
export function listLinks({ in: place, pointer }: LinkModel, { answer }: Exchange): Link[] {
  if (place === 'header')
    return http
      .readLinkFields(answer)
      .flatMap(({ target, relations }) => relations.flatMap((relation) => readLinkValue(relation, target)));
  const found = compare.getAtPointer(answer?.json, pointer);
  if (Array.isArray(found)) return found.flatMap((entry) => (compare.isObject(entry) ? readListedLink(entry) : []));
  if (!compare.isObject(found)) return [];
  return Object.entries(found).flatMap(([relation, value]) =>
    [value].flat().flatMap((one) => readLinkValue(relation, one as Json)),
  );
}

/** An entry of a list of links names its relation itself. */
const readListedLink = (entry: { readonly [member: string]: Json }): Link[] =>
  [entry.rel ?? entry.name ?? []].flat().flatMap((relation) => readLinkValue(String(relation), entry));

/** A value of null, false or without a target is no link. */
function readLinkValue(relation: string, value: Json | undefined): Link[] {
  const target = compare.isObject(value) ? value.href : value;
  if (typeof target !== 'string' || target === '') return [];
  const isTemplated = (compare.isObject(value) && value.templated === true) || target.includes('{');
  return [{ relation, target, isTemplated }];
}

/** A link that was followed, or the reason why not. */
export interface FollowedLink {
  readonly link: Link;
  /** The last response; undefined where the link was not followed. */
  readonly found: Exchange | undefined;
  /** Whether no resource exists at the target, for any method. */
  readonly isNowhere: boolean;
}

/** Relations for reading (RFC 8288 §2.1, IANA), whose target must answer GET. */
const readable =
  /^(self|item|collection|up|first|last|next|prev|alternate|describedby|related|canonical|edit|about|latest-version)$/i;

/** Follows a link of an item within the service: by GET, or by OPTIONS where its relation is a known action. */
export async function followLink(tools: Tools, item: Item, link: Link, own: readonly Link[]): Promise<FollowedLink> {
  const path = link.isTemplated ? undefined : resolvePath(link.target, item, own);
  if (path === undefined) return { link, found: undefined, isNowhere: false };
  const isAction = tools.collection.actions.some(
    (action) => tools.actions.buildPath(action, item) === path.split('?')[0],
  );
  const found = isAction ? undefined : await tools.client.send({ method: 'GET', path });
  if (found && (!http.hasStatus(found, 404, 410) || readable.test(link.relation)))
    return { link, found, isNowhere: http.hasStatus(found, 404, 410) };
  const options = await tools.client.send({ method: 'OPTIONS', path });
  const isNowhere = http.hasStatus(options, 404, 410) && (await isAnsweringOptions(tools, item));
  return { link, found: isNowhere ? (found ?? options) : options, isNowhere };
}

/** Whether the service answers OPTIONS at all; otherwise its response to OPTIONS proves nothing. */
async function isAnsweringOptions({ client }: Tools, { path }: Item): Promise<boolean> {
  return http.hasStatus(await client.send({ method: 'OPTIONS', path, role: 'control' }), 2);
}

/** The path of a target under the base URL, by the links of the item to itself; undefined where none shows it. */
function resolvePath(target: string, { path }: Item, links: readonly Link[]): string | undefined {
  const isOfItem = ({ pathname }: URL) => `${pathname}/`.includes(`${path}/`);
  const anchor = links.flatMap((link) => locate(link.target, path) ?? []).find(isOfItem);
  const found = locate(target, path);
  if (!anchor || found?.host !== anchor.host) return undefined;
  const prefix = anchor.pathname.slice(0, anchor.pathname.indexOf(path));
  return found.pathname.startsWith(`${prefix}/`) ? found.pathname.slice(prefix.length) + found.search : undefined;
}

const locate = (target: string, path: string): URL | undefined =>
  URL.canParse(target, `http://service.invalid${path}`) ? new URL(target, `http://service.invalid${path}`) : undefined;
