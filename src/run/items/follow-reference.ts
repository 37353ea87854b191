import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { FollowedReference, RuleClient } from '../../rule/tools.js';
import { resolveLinkPath } from './item-address.js';

/** Most segments before a path that may belong to the base URL. */
const maxPrefix = 2;

/** What `follow` of a rule's client does: GET of where a URL reference of a response to a request for `asked` may lead. */
export async function followReference(
  { send }: Pick<RuleClient, 'send'>,
  { baseUrl, document }: { readonly baseUrl: string; readonly document?: Json | undefined },
  reference: string,
  asked: string,
): Promise<FollowedReference> {
  if (!URL.canParse(reference, baseUrl + asked)) return { read: undefined, isAbsent: false };
  const { host, hostname, pathname } = new URL(reference, baseUrl + asked);
  const isBelowBase = pathname.startsWith(new URL(baseUrl).pathname.replace(/\/?$/, '/'));
  const isOtherHost = host !== new URL(baseUrl).host;
  const servers = isObject(document) ? JSON.stringify(document.servers ?? '') : '';
  const named = isOtherHost && !servers.includes(`//${host}`) ? { otherHost: host } : {};
  const reads: Exchange[] = [];
  for (const path of listPaths(reference, asked, baseUrl)) {
    const read = await send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (hasStatus(read, 200)) return { read, isAbsent: false, ...named, ...findMissed(reads, path) };
    reads.push(read);
  }
  const other = reads.find((read) => !hasStatus(read, 404, 410));
  const isNothing = reads.length > 0 && other === undefined;
  // Another host may be internal.
  return { read: other ?? reads[0], isAbsent: isNothing && !isOtherHost && isBelowBase, ...named };

  /**
   * The first path, where nothing is there and its additional segments are those of no server of the document. Without such a server, a
   * public host may be a gateway that removes them.
   */
  function findMissed(tried: readonly Exchange[], found: string): Pick<FollowedReference, 'missed'> {
    const [exchange] = tried;
    const isNothing = exchange !== undefined && tried.every((read) => hasStatus(read, 404, 410));
    if (!isNothing || !isBelowBase) return {};
    const prefix = exchange.path.slice(0, -found.length);
    const mayBeGateway = isOtherHost && !isInsideHost(hostname) && !servers.includes('://');
    return mayBeGateway || servers.includes(prefix) ? {} : { missed: { exchange, prefix } };
  }
}

/** The paths under the base URL, first that to which it leads. */
function listPaths(reference: string, asked: string, baseUrl: string): ReadonlySet<string> {
  const exact = resolveLinkPath(reference, asked, baseUrl) ?? '';
  const plain = asked.split('?')[0];
  const start = exact.split('?')[0]?.indexOf(`${plain}/`) ?? -1;
  const segments = exact.split('/').slice(1);
  const shorter = segments.slice(0, maxPrefix).map((_, i) => `/${segments.slice(i + 1).join('/')}`);
  return new Set([exact, ...(start > 0 ? [exact.slice(start)] : []), ...shorter].filter((path) => path.length > 1));
}

/** Whether clients outside of a network cannot reach a host: by its name (RFC 6762, RFC 8375, `.internal`) or its address (RFC 1918, RFC 4193). */
const isInsideHost = (hostname: string): boolean =>
  /^[^.:[]+$|\.(local|internal|localhost|home\.arpa)$/i.test(hostname) ||
  /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) ||
  /^\[(::1|f[cd])/i.test(hostname);
