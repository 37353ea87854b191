import type { Client } from '../../http/exchange.js';
import { type Exchange, getHeader } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import type { DeclaredService } from '../../model/service/declared-service.js';

/** Write methods that seem to exist, each with the evidence, and their media types. */
export type AllowedMethods = Awaited<ReturnType<typeof findAllowedMethods>>;

const writeMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Finds the supported write methods by OPTIONS and Allow (RFC 9110 §10.2.1). Without Allow, all are assumed when writes
 * are permitted.
 */
export async function findAllowedMethods(
  path: string,
  itemUrl: string | undefined,
  { permit }: DeclaredService,
  client: Client,
) {
  const options = (url: string) => client.send({ method: 'OPTIONS', path: url, role: 'survey' });
  const collection = await options(path);
  const item = itemUrl === undefined ? undefined : await options(itemUrl);
  const assumed = permit === 'reads' ? [] : writeMethods.map((method) => [method, 'assumed: no document'] as const);
  const told = readAllowHeader(collection, path);
  const onCollection = told ?? assumed;
  const onItem = (item && readAllowHeader(item, itemUrl ?? '')) ?? assumed;
  const post = readMediaType(collection, 'accept-post');
  const patch = readMediaType(item, 'accept-patch', 'merge-patch+json');
  const methods = [
    ...onCollection.filter(([method]) => method === 'POST' && post.isJson),
    ...onItem.filter(([method]) => method !== 'POST' && (method !== 'PATCH' || patch.isJson)),
  ];
  const foreign = [
    ...(post.isJson ? [] : [`${path}: POST takes only ${post.said}, which is not supported`]),
    ...(patch.isJson ? [] : [`${path}: PATCH takes only ${patch.said}, which is not supported`]),
  ];
  return {
    methods: new Map(methods),
    postType: post.type,
    patchType: patch.type,
    notes: foreign,
    /** Whether the service lists the methods of the collection. */
    isListKnown: told !== undefined,
  };
}

function readAllowHeader({ answer }: Exchange, path: string): (readonly [string, string])[] | undefined {
  const allow = answer && answer.status < 300 ? getHeader(answer, 'allow') : undefined;
  if (allow === undefined) return undefined;
  const methods = allow.toUpperCase().split(/\s*,\s*/);
  return writeMethods
    .filter((method) => methods.includes(method))
    .map((method) => [method, `OPTIONS ${path}: Allow: ${allow}`] as const);
}

/**
 * Reads the media type in a field like Accept-Post: the wanted one, otherwise plain JSON, also when the field is
 * missing.
 */
function readMediaType(exchange: Exchange | undefined, field: string, wanted = 'json') {
  const said = getHeader(exchange?.answer, field) ?? '';
  const types = said
    .split(',')
    .map((type) => parseMediaType(type).essence)
    .filter((type) => type !== '');
  const usable = types.filter((type) =>
    /^(application\/(json|(merge|json)-patch\+json|vnd\.api\+json|\*)|\*\/\*)$/.test(type),
  );
  const found = usable.find(
    (type) => type === `application/${wanted}` || (usable.length === 1 && parseMediaType(type).isJsonPatch),
  );
  return { said, isJson: types.length === 0 || usable.length > 0, type: found ?? 'application/json' };
}

/**
 * Finds an idempotency key field by a CORS preflight: a field that scripts may send is known to the service. Returns a
 * note if there is one.
 */
export async function findKeyHint(path: string, { baseUrl, idempotency }: DeclaredService, client: Client) {
  if (idempotency) return [];
  const headers = { origin: new URL(baseUrl).origin, 'access-control-request-method': 'POST' };
  const { answer } = await client.send({ method: 'OPTIONS', path, headers, role: 'survey' });
  const fields = (getHeader(answer, 'access-control-allow-headers') ?? '').split(/\s*,\s*/);
  const field = fields.find((name) => /idempoten/i.test(name));
  return field === undefined
    ? []
    : [
        `${path}: a preflight response names ${field}, so POST may take an idempotency key; to test it, declare idempotency`,
      ];
}
