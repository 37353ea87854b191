import type { Answer, Client } from '../../http/exchange.js';
import { header, isObject, type Json, type JsonObject } from '../../rule/index.js';
import { trimmed } from '../words.js';

/** Most paths that are tried. */
const cap = 30;

/** Paths that may be collections, by what the service shows at its root and at `/db`; undefined when it is silent. */
export async function candidatePaths(baseUrl: string, client: Client): Promise<string[] | undefined> {
  const root = await client.send({ method: 'GET', path: '/', role: 'survey' });
  if (!root.answer) return undefined;
  const index = await client.send({ method: 'GET', path: '/db', role: 'survey' });
  const paths = [
    ...linksIn(root.answer, baseUrl),
    ...tablesIn(root.answer),
    ...(index.answer ? servedIn(index.answer) : []),
  ];
  return [...new Set(paths)].slice(0, cap);
}

/** An index as mock servers offer it: an object whose members are lists, each served under its name. */
function tablesIn({ status, json }: Answer): string[] {
  if (status !== 200 || !isObject(json)) return [];
  return Object.entries(json as JsonObject)
    .filter(([, table]) => Array.isArray(table) && table.every(isObject))
    .map(([name]) => `/${encodeURIComponent(name)}`);
}

/** All that such an index serves: a single thing beside the lists is no collection, but worth a look that says so. */
function servedIn(index: Answer): string[] {
  const tables = tablesIn(index);
  if (tables.length === 0) return [];
  const single = Object.entries(index.json as JsonObject).filter(([, value]) => isObject(value));
  return [...tables, ...single.map(([name]) => `/${encodeURIComponent(name)}`)];
}

function linksIn({ status, json, text, headers }: Answer, baseUrl: string): string[] {
  if (status !== 200) return [];
  const isHtml = /html/i.test(header({ headers }, 'content-type') ?? '');
  const found = json !== undefined ? hrefsIn(json as Json, 3) : isHtml ? anchorsIn(text) : [];
  return found.flatMap((href) => pathUnder(href, baseUrl) ?? []);
}

const anchorsIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    (double ?? single ?? '').replaceAll('&amp;', '&'),
  );

/** Texts that look like links, in a directory (`{"users": "/users"}`) or as `href`s. */
function hrefsIn(value: Json, depth: number): string[] {
  if (typeof value === 'string') return /^(https?:\/\/|\/)\S+$/.test(value) ? [value] : [];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  const children = Object.entries(value).map(([name, child]) =>
    name === 'href' && typeof child === 'string' ? `./${child}`.replace(/^\.\/(?=https?:|\/)/, '') : child,
  );
  return children.flatMap((child) =>
    typeof child === 'string' && child.startsWith('./') ? [child] : hrefsIn(child as Json, depth - 1),
  );
}

const asset = /\.(css|js|mjs|map|png|jpe?g|gif|svg|ico|html?|txt|xml|pdf|woff2?|ya?ml)$/i;

/** A link as a path under the base URL; links elsewhere, to assets, or with a hole in them are left alone. */
function pathUnder(href: string, baseUrl: string): string | undefined {
  const plain = href.replaceAll(/\{[?&/#][^}]*\}/g, '');
  if (/[{}]/.test(plain) || plain.startsWith('#') || !URL.canParse(plain, `${baseUrl}/`)) return undefined;
  const { origin, pathname } = new URL(plain, `${baseUrl}/`);
  const base = new URL(baseUrl);
  const root = trimmed(base.pathname).replace(/^\/$/, '');
  if (origin !== base.origin || !pathname.startsWith(`${root}/`) || asset.test(pathname)) return undefined;
  const path = pathname.slice(root.length);
  return path === '/' || path === '/db' ? undefined : path;
}
