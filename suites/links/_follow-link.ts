import { type Exchange, hasStatus, type Item, type Tools } from '#rule';
import type { Link } from './_links.js';

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

/**
 * Follows a link of an item: GET where its relation is for reading, OPTIONS where it is a known action, and for any
 * other relation whichever succeeds. Links to hosts that may not belong to the service, and templates, are not
 * followed.
 */
export async function followLink(tools: Tools, item: Item, link: Link, own: readonly Link[]): Promise<FollowedLink> {
  const path = link.isTemplated ? undefined : resolvePath(link.target, item, own);
  if (path === undefined) return { link, found: undefined, isNowhere: false };
  const isAction = tools.collection.actions.some(
    (action) => tools.buildActionPath(action, item) === path.split('?')[0],
  );
  const found = isAction ? undefined : await tools.http.send({ method: 'GET', path });
  if (found && (!hasStatus(found, 404, 410) || readable.test(link.relation)))
    return { link, found, isNowhere: hasStatus(found, 404, 410) };
  const options = await tools.http.send({ method: 'OPTIONS', path });
  const isNowhere = hasStatus(options, 404, 410) && (await isAnsweringOptions(tools, item));
  return { link, found: isNowhere ? (found ?? options) : options, isNowhere };
}

/** Whether the service answers OPTIONS at all; otherwise its response to OPTIONS proves nothing. */
async function isAnsweringOptions({ http }: Tools, { path }: Item): Promise<boolean> {
  return hasStatus(await http.send({ method: 'OPTIONS', path, role: 'control' }), 2);
}

/**
 * The path of a target under the base URL: the part before the path of the item in its own links belongs to the base
 * URL. Undefined where no link shows it.
 */
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
