import type { Client, Exchange } from '../../http/exchange.js';
import { header } from '../../rule/index.js';
import type { Known } from '../known.js';

/** Writing methods that seem to be there, each with the reason to think so. */
export interface Allowed {
  readonly methods: ReadonlyMap<string, string>;
  /** Media type of patches. */
  readonly patchType: string;
}

const writing = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Which writes a collection takes: as OPTIONS tells with Allow (RFC 9110 §10.2.1); where it does not tell, all are
 * assumed as soon as writing is permitted at all.
 */
export async function allowedAt(
  path: string,
  itemUrl: string | undefined,
  { permit }: Known,
  client: Client,
): Promise<Allowed> {
  const options = (url: string) => client.send({ method: 'OPTIONS', path: url, role: 'survey' });
  const collection = await options(path);
  const item = itemUrl === undefined ? undefined : await options(itemUrl);
  const assumed = permit === 'reads' ? [] : writing;
  const onCollection = told(collection, path) ?? assumed.map((method) => [method, silent] as const);
  const onItem = (item && told(item, itemUrl ?? '')) ?? assumed.map((method) => [method, silent] as const);
  return {
    methods: new Map([
      ...onCollection.filter(([method]) => method === 'POST'),
      ...onItem.filter(([method]) => method !== 'POST'),
    ]),
    patchType: /merge-patch\+json/i.test(header(item?.answer, 'accept-patch') ?? '')
      ? 'application/merge-patch+json'
      : 'application/json',
  };
}

const silent = 'assumed: no document';

function told({ answer }: Exchange, path: string): (readonly [string, string])[] | undefined {
  const allow = answer && answer.status < 300 ? header(answer, 'allow') : undefined;
  if (allow === undefined) return undefined;
  const methods = allow.toUpperCase().split(/\s*,\s*/);
  return writing
    .filter((method) => methods.includes(method))
    .map((method) => [method, `OPTIONS ${path}: Allow: ${allow}`] as const);
}
