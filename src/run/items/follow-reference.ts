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
  const reads: Exchange[] = [];
  for (const path of listPaths(reference, asked, baseUrl)) {
    const read = await send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (hasStatus(read, 200)) return { read, isAbsent: false, ...findMissed(reads, path) };
    reads.push(read);
  }
  const other = reads.find((read) => !hasStatus(read, 404, 410));
  return {
    read: other ?? reads[0],
    isAbsent: reads.length > 0 && other === undefined && leadsBelow(reference, asked, baseUrl),
  };

  /**
   * The first path, where nothing is there and its additional segments are those of no server of the document. Without such a server, a
   * public host may be a gateway that removes them.
   */
  function findMissed(tried: readonly Exchange[], found: string): Pick<FollowedReference, 'missed'> {
    const [exchange] = tried;
    const isNothing = exchange !== undefined && tried.every((read) => hasStatus(read, 404, 410));
    if (!isNothing || !isBelowBasePath(reference, asked, baseUrl)) return {};
    const prefix = exchange.path.slice(0, -found.length);
    const servers = isObject(document) ? JSON.stringify(document.servers ?? '') : '';
    const { host, hostname } = new URL(reference, baseUrl + asked);
    const mayBeGateway = host !== new URL(baseUrl).host && !isInsideHost(hostname) && !servers.includes('://');
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

/** Whether a reference leads below the base URL (RFC 3986 §5): another host may be internal. */
const leadsBelow = (reference: string, asked: string, baseUrl: string): boolean =>
  isBelowBasePath(reference, asked, baseUrl) && new URL(reference, baseUrl + asked).host === new URL(baseUrl).host;

/** The same for any host. */
const isBelowBasePath = (reference: string, asked: string, baseUrl: string): boolean =>
  URL.canParse(reference, baseUrl + asked) &&
  new URL(reference, baseUrl + asked).pathname.startsWith(new URL(baseUrl).pathname.replace(/\/?$/, '/'));

/** Whether clients outside of a network cannot reach a host: by its name (RFC 6762, RFC 8375, `.internal`) or its address (RFC 1918, RFC 4193). */
const isInsideHost = (hostname: string): boolean =>
  /^[^.:[]+$|\.(local|internal|localhost|home\.arpa)$/i.test(hostname) ||
  /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) ||
  /^\[(::1|f[cd])/i.test(hostname);
