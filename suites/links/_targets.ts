import { type Exchange, hasStatus, type Item, type Tools } from '#rule';
import type { Link } from './_links.js';

/** A link that was followed, or the reason why not. */
export interface Followed {
  readonly link: Link;
  /** What came back last; undefined where the link was left alone. */
  readonly found: Exchange | undefined;
  /** Whether nothing stands at the target, whatever the method. */
  readonly isNowhere: boolean;
}

/** Relations that are for reading (RFC 8288 §2.1, IANA), so that GET must find something. */
const readable =
  /^(self|item|collection|up|first|last|next|prev|alternate|describedby|related|canonical|edit|about|latest-version)$/i;

/**
 * Follows a link of an item: GET where it is for reading, OPTIONS where it is an action that is known; of anything else,
 * whatever finds something. Links to hosts that are not surely the service's own, and templates, are left alone.
 */
export async function follow(tools: Tools, item: Item, link: Link, own: readonly Link[]): Promise<Followed> {
  const path = link.isTemplated ? undefined : pathOf(link.target, item, own);
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

/** A service that answers OPTIONS nowhere says nothing by it. */
async function isAnsweringOptions({ http }: Tools, { path }: Item): Promise<boolean> {
  return hasStatus(await http.send({ method: 'OPTIONS', path, role: 'control' }), 2);
}

/** The path of a target under the base URL: what stands before the item's own path in its links is the base URL's. Undefined where no link tells. */
function pathOf(target: string, { path }: Item, links: readonly Link[]): string | undefined {
  const isOfItem = ({ pathname }: URL) => `${pathname}/`.includes(`${path}/`);
  const anchor = links.flatMap((link) => locate(link.target, path) ?? []).find(isOfItem);
  const found = locate(target, path);
  if (!anchor || found?.host !== anchor.host) return undefined;
  const prefix = anchor.pathname.slice(0, anchor.pathname.indexOf(path));
  return found.pathname.startsWith(`${prefix}/`) ? found.pathname.slice(prefix.length) + found.search : undefined;
}

const locate = (target: string, path: string): URL | undefined =>
  URL.canParse(target, `http://service.invalid${path}`) ? new URL(target, `http://service.invalid${path}`) : undefined;
