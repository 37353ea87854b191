import type { Certificate, Concealed, Request } from '../exchange.js';
import type { Obtaining } from './token-request.js';
import type { Held } from './token-store.js';

/** What makes a caller known. */
export interface Calling {
  readonly headers: Readonly<Record<string, Concealed>>;
  readonly query: Readonly<Record<string, Concealed>>;
  /** How it comes by a credential beside these. */
  readonly obtain?: Obtaining;
  readonly certificate?: Certificate;
}

/** Callers by name. */
export type Callers = Readonly<Partial<Record<string, Calling>>>;

/** Fields that keep a legal server from answering otherwise than asked: JSON first, no coding, one language, a name. */
const hygiene: Readonly<Record<string, string>> = {
  accept: 'application/json, application/problem+json;q=0.9, */*;q=0.1',
  'accept-encoding': 'identity',
  'accept-language': 'en',
  'user-agent': 'assay',
};

/** What a request looks like on the wire. */
export interface Dressed {
  readonly target: string;
  readonly headers: Record<string, string>;
}

/** Where requests are given the fields and the query of who sends them. */
export interface Wardrobe {
  dress(request: Request, held: Held | undefined): Dressed;
  /** Puts these parameters into every query from now on that does not name them. */
  carry(query: Readonly<Record<string, string>>): void;
  /** For a document at any address: only what was asked for. */
  bare(headers: Readonly<Record<string, string>>): Record<string, string>;
  /** For a request to any address: its own fields, and on the target's origin also those that every request carries. */
  plain(url: URL, headers: Readonly<Record<string, Concealed>>): Dressed;
}

/** Opens the wardrobe of one client. */
export function wardrobeOf(
  base: URL,
  { headers = {}, callers = {} }: { readonly headers?: Calling['headers'] | undefined; readonly callers?: Callers },
): Wardrobe {
  const prefix = base.pathname.replace(/\/$/, '');
  const usual: Clothes = { headers: { ...hygiene, ...reveal(headers) }, query: [] };
  const known = new Map(
    Object.entries(callers).flatMap(([name, calling]) => (calling ? [[name, clothesOf(calling)] as const] : [])),
  );
  const carried = new Map<string, string>();
  const beside = (path: string): string[] => {
    const said = carried.size === 0 ? undefined : new URLSearchParams(path.split('?')[1]);
    return [...carried].flatMap(([name, value]) => (said?.has(name) ? [] : [pairOf(name, value)]));
  };
  return {
    carry(query) {
      for (const [name, value] of Object.entries(query)) carried.set(name, value);
    },
    dress(request, held) {
      const clothes =
        known.get(request.as ?? 'full') ?? (request.as === undefined ? (known.get('none') ?? usual) : undefined);
      if (clothes === undefined) throw new Error(`nobody is known as ${request.as}`);
      const { headers: own, query } = held === undefined ? clothes : wearing(clothes, held);
      const target = targetOf(base, prefix, request.path);
      const isAdded = carried.size > 0 || query.length > 0;
      return {
        target: isAdded ? withQuery(target, [...beside(request.path), ...query]) : target,
        headers: request.headers ? over(own, request.headers) : own,
      };
    },
    bare: (own) => ({ ...hygiene, ...reveal(own) }),
    plain(url, own) {
      const shared = url.origin === base.origin ? (known.get('none')?.headers ?? hygiene) : hygiene;
      return { target: url.pathname + url.search, headers: { ...shared, ...reveal(own) } };
    },
  };
}

interface Clothes {
  readonly headers: Record<string, string>;
  readonly query: readonly string[];
}

const clothesOf = ({ headers, query }: Calling): Clothes => ({
  headers: { ...hygiene, ...reveal(headers) },
  query: Object.entries(query).map(([name, value]) => pairOf(name, typeof value === 'string' ? value : value.reveal())),
});

const pairOf = (name: string, value: string) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Cookies stand side by side in one field; any other field has one value. */
function wearing({ headers, query }: Clothes, { in: place, name, value }: Held): Clothes {
  if (place === 'query') return { headers, query: [...query, pairOf(name, value)] };
  const cookies = name === 'cookie' ? headers.cookie : undefined;
  return { headers: { ...headers, [name]: cookies === undefined ? value : `${cookies}; ${value}` }, query };
}

/** The same fields over the same ones are the same object, so that what is found out about it is found out once. */
function over(own: Record<string, string>, added: Readonly<Record<string, Concealed>>): Record<string, string> {
  const key = keyOf(added);
  if (key === undefined) return { ...own, ...reveal(added) };
  const dressed = worn.get(own) ?? new Map<string, Record<string, string>>();
  const known = dressed.get(key);
  if (known !== undefined) return known;
  const fresh = { ...own, ...reveal(added) };
  if (dressed.size >= mostWorn) dressed.clear();
  worn.set(own, dressed.set(key, fresh));
  return fresh;
}

const worn = new WeakMap<Record<string, string>, Map<string, Record<string, string>>>();
const mostWorn = 64;

/** A short key where all that is added is one of the fields that say the same again and again. */
function keyOf(added: Readonly<Record<string, Concealed>>): string | undefined {
  let key = '';
  for (const name in added) {
    const value = added[name];
    if (typeof value !== 'string' || !recurring.has(name) || value.length > longestKept) return undefined;
    key += `${name}:${value}\n`;
  }
  return key;
}

const recurring = new Set(['cache-control', 'content-type', 'accept']);
const longestKept = 80;

function reveal(headers: Readonly<Record<string, Concealed>>): Record<string, string> {
  const revealed: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] as Concealed;
    revealed[name.toLowerCase()] = typeof value === 'string' ? value : value.reveal();
  }
  return revealed;
}

function targetOf(base: URL, prefix: string, path: string): string {
  if (!/^https?:/i.test(path)) return prefix + (path.startsWith('/') ? path : `/${path}`);
  const url = new URL(path);
  if (url.origin !== base.origin) throw new Error(`${url.origin} is not the target's origin ${base.origin}`);
  return url.pathname + url.search;
}

function withQuery(target: string, added: readonly string[]): string {
  return added.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${added.join('&')}`;
}
