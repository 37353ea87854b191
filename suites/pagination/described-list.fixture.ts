import type { JsonObject } from '#rule';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';

/** A list of others as a document describes it, and what it answers. */
export interface DescribedList {
  readonly path: string;
  /** Name of the member with the id. */
  readonly id: string;
  readonly parameters: readonly JsonObject[];
  /** The schema of a page around that of its entries. */
  page(entries: JsonObject): JsonObject;
  answer(request: ListRequest): ListAnswer;
}

/** One request for the list: its query, its number, and the origin of the service. */
export interface ListRequest {
  readonly query: URLSearchParams;
  readonly n: number;
  readonly origin: string;
}

export interface ListAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** A query parameter with a whole number. */
export const numeric = (name: string, more: JsonObject = {}, about: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'query', schema: { type: 'integer', ...more } },
  ...about,
});

/** A query parameter with a text. */
export const textual = (name: string, more: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'query', schema: { type: 'string', ...more } },
});

/** Schemas of pages: an array, or an object with the entries and other members. */
export const bare = (entries: JsonObject): JsonObject => ({ type: 'array', items: entries });
export const wrapped =
  (name: string, members: JsonObject = {}) =>
  (entries: JsonObject): JsonObject => ({ type: 'object', properties: { [name]: bare(entries), ...members } });

/** The number that a request has for a parameter. */
export const readNumber = ({ query }: ListRequest, name: string, otherwise: number): number =>
  Number(query.get(name) ?? otherwise);

/** Audits a service with this list by one rule, with its document or with the path of the list alone. */
export async function auditList(list: DescribedList, rule: string, { seed = 1, isDescribed = true } = {}) {
  let n = 0;
  const { baseUrl, asked } = await serveListener((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://any');
    const origin = `http://${request.headers.host}`;
    const isList = pathname === list.path && (request.method === 'GET' || request.method === 'HEAD');
    const plain = isDescribed && pathname === '/openapi.json' ? { json: describe(list) } : undefined;
    const found: ListAnswer = isList ? list.answer({ query, n: ++n, origin }) : (plain ?? { status: 404, json: {} });
    response.writeHead(found.status ?? 200, { 'content-type': 'application/json', ...found.headers });
    response.end(JSON.stringify(found.json));
  });
  const collections = isDescribed ? {} : { collections: [list.path] };
  const only = [`pagination/${rule}`];
  const { results, survey } = await audit(await loadProfile({ baseUrl, cwd: '/', env: {}, only, ...collections }), {
    seed,
  });
  const result = results.find((one) => one.rule === only[0]);
  const isReadOnly = asked.every((one) => /^(GET|HEAD|OPTIONS) /.test(one));
  return { said: result?.cause ?? result?.verdict, why: result?.why, isReadOnly, notes: survey.notes, result };
}

function describe({ path, id, parameters, page }: DescribedList): JsonObject {
  const entry: JsonObject = { type: 'object', properties: { [id]: { type: ['string', 'integer'] } } };
  const answers = (schema: JsonObject): JsonObject => ({
    responses: { 200: { description: 'Success.', content: { 'application/json': { schema } } } },
  });
  const item = {
    parameters: [{ name: id, in: 'path', required: true, schema: { type: 'string' } }],
    get: answers(entry),
  };
  return {
    ...{ openapi: '3.1.0', info: { title: 'A list', version: '1' } },
    paths: { [path]: { get: { parameters: [...parameters], ...answers(page(entry)) } }, [`${path}/{${id}}`]: item },
  };
}
