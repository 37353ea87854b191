import type { CallerCredentials } from '../../model/access.js';
import { type MaybeSecret, revealText } from '../../model/secret.js';
import type { ClientRequest } from '../exchange.js';
import type { ObtainedCredential } from './token-store.js';

export type Callers = Readonly<Partial<Record<string, CallerCredentials>>>;

/** Fields that make responses comparable: JSON first, no content coding, one language, a product name. */
const defaultHeaders: Readonly<Record<string, string>> = {
  accept: 'application/json, application/problem+json;q=0.9, */*;q=0.1',
  'accept-encoding': 'identity',
  'accept-language': 'en',
  'user-agent': 'assay',
};

/** Adds the header fields and query parameters of callers to requests. */
export function createCredentialApplier(
  base: URL,
  {
    headers = {},
    callers = {},
  }: { readonly headers?: CallerCredentials['headers'] | undefined; readonly callers?: Callers },
) {
  const prefix = base.pathname.replace(/\/$/, '');
  const usual: RevealedCredentials = { headers: { ...defaultHeaders, ...revealHeaders(headers) }, query: [] };
  const known = new Map(
    Object.entries(callers).flatMap(([name, calling]) =>
      calling ? [[name, revealCredentials(calling)] as const] : [],
    ),
  );
  const extraQueries: { readonly query: ReadonlyMap<string, string>; readonly isFor: PathTest | undefined }[] = [];
  const listExtraQuery = ({ path, method }: ClientRequest): string[] => {
    const [bare = '', sent] = path.split('?');
    const sentQuery = new URLSearchParams(sent);
    const added = new Map(
      extraQueries.flatMap(({ query, isFor }) => (isFor && !isFor(bare, method) ? [] : [...query])),
    );
    return [...added].flatMap(([name, value]) => (sentQuery.has(name) ? [] : [formatQueryPair(name, value)]));
  };
  return {
    /** Adds these parameters to every later query that does not set them, or to that of such requests. */
    addQuery(query: Readonly<Record<string, string>>, isFor?: PathTest) {
      if (Object.keys(query).length > 0) extraQueries.push({ query: new Map(Object.entries(query)), isFor });
    },
    apply(request: ClientRequest, held: ObtainedCredential | undefined) {
      const credentials =
        known.get(request.as ?? 'full') ?? (request.as === undefined ? (known.get('none') ?? usual) : undefined);
      if (credentials === undefined) throw new Error(`no credentials are known for the caller ${request.as}`);
      const { headers: own, query } = held === undefined ? credentials : addCredential(credentials, held);
      const target = buildTarget(base, prefix, request.path);
      const added = extraQueries.length === 0 ? query : [...listExtraQuery(request), ...query];
      return {
        target: added.length > 0 ? appendQuery(target, added) : target,
        headers: request.headers ? mergeHeaders(own, request.headers) : own,
      };
    },
    /** Header fields for a document at any address, without credentials. */
    buildBareHeaders: (own: Readonly<Record<string, string>>) => ({ ...defaultHeaders, ...revealHeaders(own) }),
    /** Header fields for a request to any address; at the origin of the service also those of every request. */
    applyToAnyUrl(url: URL, own: Readonly<Record<string, MaybeSecret>>) {
      const shared = url.origin === base.origin ? (known.get('none')?.headers ?? defaultHeaders) : defaultHeaders;
      return { target: url.pathname + url.search, headers: { ...shared, ...revealHeaders(own) } };
    },
  };
}

/** Whether parameters are added to a request for a path under the base URL, which has no query. */
type PathTest = (path: string, method: string) => boolean;

interface RevealedCredentials {
  readonly headers: Record<string, string>;
  readonly query: readonly string[];
}

const revealCredentials = ({ headers, query }: CallerCredentials): RevealedCredentials => ({
  headers: { ...defaultHeaders, ...revealHeaders(headers) },
  query: Object.entries(query).map(([name, value]) => formatQueryPair(name, revealText(value))),
});

const formatQueryPair = (name: string, value: string) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Cookies are joined in one field; any other field has one value. */
function addCredential({ headers, query }: RevealedCredentials, { in: place, name, value }: ObtainedCredential) {
  if (place === 'query') return { headers, query: [...query, formatQueryPair(name, value)] };
  const cookies = name === 'cookie' ? headers.cookie : undefined;
  return { headers: { ...headers, [name]: cookies === undefined ? value : `${cookies}; ${value}` }, query };
}

/** Returns the same object for the same fields, so that results about it can be cached. */
function mergeHeaders(own: Record<string, string>, added: Readonly<Record<string, MaybeSecret>>) {
  const key = buildHeadersKey(added);
  if (key === undefined) return { ...own, ...revealHeaders(added) };
  const cached = mergedHeaders.get(own) ?? new Map<string, Record<string, string>>();
  const known = cached.get(key);
  if (known !== undefined) return known;
  const fresh = { ...own, ...revealHeaders(added) };
  if (cached.size >= maxMergedHeaders) cached.clear();
  mergedHeaders.set(own, cached.set(key, fresh));
  return fresh;
}

const mergedHeaders = new WeakMap<Record<string, string>, Map<string, Record<string, string>>>();
const maxMergedHeaders = 64;

/** A short key for fields that repeat with the same values. */
function buildHeadersKey(added: Readonly<Record<string, MaybeSecret>>): string | undefined {
  let key = '';
  for (const name in added) {
    const value = added[name];
    if (typeof value !== 'string' || !recurringHeaders.has(name) || value.length > maxCachedLength) return undefined;
    key += `${name}:${value}\n`;
  }
  return key;
}

const recurringHeaders = new Set(['cache-control', 'content-type', 'accept']);
const maxCachedLength = 80;

function revealHeaders(headers: Readonly<Record<string, MaybeSecret>>): Record<string, string> {
  const revealed: Record<string, string> = {};
  for (const name in headers) {
    revealed[name.toLowerCase()] = revealText(headers[name] as MaybeSecret);
  }
  return revealed;
}

function buildTarget(base: URL, prefix: string, path: string): string {
  if (!/^https?:/i.test(path)) return prefix + (path.startsWith('/') ? path : `/${path}`);
  const url = new URL(path);
  if (url.origin !== base.origin) throw new Error(`${url.origin} is not the target's origin ${base.origin}`);
  return url.pathname + url.search;
}

function appendQuery(target: string, added: readonly string[]): string {
  return added.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${added.join('&')}`;
}
