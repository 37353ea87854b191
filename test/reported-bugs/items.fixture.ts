import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../src/model/json.js';
import { type Answer, Fail, type Request, type Routes } from './server.fixture.js';

/** The schema of a member, as far as these services use it. */
export interface MemberSchema extends JsonObject {
  readonly type: Json;
}

/** Members of what clients send, as they are in the document; the handlers check bodies against it. */
export interface BodySchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, MemberSchema>>;
}

/** How items are listed: in pages by offset or by number, bare or in an object. */
export type Listing = 'offset' | 'pages' | 'bare';

/** A collection with what can be done with its items. */
export interface ItemsOptions {
  readonly path: string;
  readonly body: BodySchema;
  /** Default: numbers that count up. */
  readonly ids?: 'number' | 'uuid';
  /** Default: offset. */
  readonly listing?: Listing;
  /** Methods of an item beside GET. */
  readonly methods: readonly ('PUT' | 'PATCH' | 'DELETE')[];
  /** What 409 means, where values must be unique. */
  readonly conflict?: string;
  /** Query parameters of the list beside those of its pages. */
  readonly query?: readonly JsonObject[];
  /** Number of items that exist before an audit. Default: 4. */
  readonly samples?: number;
  /** Members that the service adds. */
  readonly added?: Readonly<Record<string, MemberSchema>>;
}

const isTime = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));

function isValid(value: Json | undefined, schema: MemberSchema): boolean {
  const types = [schema.type].flat();
  if (value === null) return types.includes('null');
  if (schema.enum !== undefined) return (schema.enum as readonly Json[]).includes(value as Json);
  const { minimum = -1e15, maximum = 1e15, minLength = 0, maxLength = 1e6 } = schema as Record<string, number>;
  if (typeof value === 'number')
    return types.includes('integer') && Number.isSafeInteger(value) && value >= minimum && value <= maximum;
  if (typeof value === 'boolean') return types.includes('boolean');
  if (typeof value !== 'string' || !types.includes('string')) return false;
  const { length } = [...value];
  if (length < minLength || length > maxLength) return false;
  if (schema.format === 'date-time') return isTime(value);
  return typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value);
}

/** The members of a body that the schema names. Ends the request with 422 where one is invalid or missing. */
export function accept(body: JsonObject, schema: BodySchema, isPartial = false): JsonObject {
  const named = Object.entries(schema.properties).filter(([name]) => Object.hasOwn(body, name));
  const missing = schema.required.filter((name) => !Object.hasOwn(body, name));
  if (!isPartial && missing.length > 0) throw new Fail(422, `${missing[0]} is required`);
  const wrong = named.find(([name, member]) => !isValid(body[name], member));
  if (wrong) throw new Fail(422, `${wrong[0]} is invalid`);
  return Object.fromEntries(named.map(([name]) => [name, body[name] as Json]));
}

function createSample({ required, properties }: BodySchema, i: number): JsonObject {
  const create = (name: string, { type, format, pattern, minimum, ...schema }: MemberSchema): Json => {
    if (Array.isArray(schema.enum)) return schema.enum[i % schema.enum.length] as Json;
    if (format === 'date-time') return `2026-05-0${1 + (i % 9)}T08:30:00Z`;
    if (type === 'integer') return Number(minimum ?? 0) + i;
    if (type === 'boolean') return i % 2 === 0;
    return pattern === undefined ? `${name} ${i}` : `sample-${i}.example`;
  };
  const named = Object.entries(properties).filter(([name, { format }]) => required.includes(name) || format !== 'uuid');
  return Object.fromEntries(named.map(([name, schema]) => [name, create(name, schema)]));
}

/** An integer of a query. */
export function readInteger(query: URLSearchParams, name: string, missing: number, least: number, most = 1e9): number {
  const text = query.get(name);
  if (text === null) return missing;
  if (!/^-?\d{1,9}$/.test(text) || Number(text) < least) throw new Fail(422, `${name} must be at least ${least}`);
  return Math.min(Number(text), most);
}

/** GET of what has this entity tag, sent with these fields: 304 where the client has it. */
export function readTagged(headers: Request['headers'], etag: string, body: JsonObject): Answer {
  const tags = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const isKnown = tags.includes(etag) || tags.includes('*');
  return isKnown ? { status: 304, headers: { etag } } : { status: 200, headers: { etag }, body };
}

/** What a collection holds. */
export class Items {
  readonly rows = new Map<string, JsonObject>();
  #last = 0;

  /** `fill` completes the items that exist before an audit. */
  constructor(
    readonly options: ItemsOptions,
    fill = (values: JsonObject): JsonObject => values,
  ) {
    for (let i = 1; i <= (options.samples ?? 4); i += 1) this.add(fill(createSample(options.body, i)));
  }

  add(values: JsonObject): JsonObject {
    this.#last += 1;
    const id = this.options.ids === 'uuid' ? randomUUID() : this.#last;
    const row = { id, ...values };
    this.rows.set(String(id), row);
    return row;
  }

  find(id: string | undefined): JsonObject {
    const row = this.rows.get(id ?? '');
    if (row === undefined) throw new Fail(404, 'Not found');
    return row;
  }

  replace(row: JsonObject, values: JsonObject): JsonObject {
    const kept = Object.entries(row).filter(([name]) => !Object.hasOwn(this.options.body.properties, name));
    const next = { ...Object.fromEntries(kept), ...values };
    this.rows.set(String(row.id), next);
    return next;
  }

  change(row: JsonObject, values: JsonObject): JsonObject {
    const next = { ...row, ...values };
    this.rows.set(String(row.id), next);
    return next;
  }

  /** A page of these rows, as the query asks for it. */
  page(query: URLSearchParams, rows: readonly JsonObject[] = [...this.rows.values()]): Json {
    const limit = readInteger(query, 'limit', 20, 1, 100);
    const { listing = 'offset' } = this.options;
    const start =
      listing === 'pages' ? (readInteger(query, 'page', 1, 1) - 1) * limit : readInteger(query, 'offset', 0, 0);
    const items = rows.slice(start, start + limit);
    return listing === 'bare' ? items : { items, total: rows.length };
  }

  /** Handlers without a bug. */
  routes(): Routes {
    const { path, body, methods } = this.options;
    const change = (next: (row: JsonObject, request: Request) => JsonObject) => (request: Request) => ({
      status: 200,
      body: next(this.find(request.params.id), request),
    });
    const item = {
      PUT: change((row, request) => this.replace(row, accept(request.body, body))),
      PATCH: change((row, request) => this.change(row, accept(request.body, body, true))),
      DELETE: ({ params }: Request) => {
        this.rows.delete(String(this.find(params.id).id));
        return { status: 204 };
      },
    };
    return {
      [`GET ${path}`]: ({ query }) => ({ status: 200, body: this.page(query) }),
      [`POST ${path}`]: (request) => this.created(this.add(accept(request.body, body))),
      [`GET ${path}/{id}`]: ({ params }) => ({ status: 200, body: this.find(params.id) }),
      ...Object.fromEntries(methods.map((method) => [`${method} ${path}/{id}`, item[method]])),
    };
  }

  created(row: JsonObject): Answer {
    return { status: 201, headers: { location: `${this.options.path}/${row.id}` }, body: row };
  }
}

const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

/** A response with content of this schema. */
export const success = (schema: JsonObject): JsonObject => ({ description: 'Success', ...content(schema) });

/** A required body. */
export const requestBody = (schema: JsonObject): JsonObject => ({ required: true, ...content(schema) });

/** A query parameter. */
export const inQuery = (name: string, schema: JsonObject, description = name): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
});

const limit = inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 });
const starts: Readonly<Record<Listing, JsonObject>> = {
  offset: inQuery('offset', { type: 'integer', minimum: 0, default: 0 }),
  bare: inQuery('offset', { type: 'integer', minimum: 0, default: 0 }),
  pages: inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
};

/** The parameters of a list that is paged by offset. */
export const pageParameters: JsonObject[] = [limit, starts.offset];

/** The paths of a collection, as its developers would describe them. */
export function describeItems(options: ItemsOptions): JsonObject {
  const { path, body, ids, listing = 'offset', methods, added = {}, conflict, query = [] } = options;
  const sent = { type: 'object', required: [...body.required], properties: { ...body.properties } };
  const id: JsonObject = ids === 'uuid' ? { type: 'string', format: 'uuid' } : { type: 'integer' };
  const properties = { id, ...body.properties, ...added };
  const item = { type: 'object', required: ['id', ...body.required], properties };
  const array: JsonObject = { type: 'array', items: item };
  const page: JsonObject = { type: 'object', properties: { items: array, total: { type: 'integer' } } };
  const refused: JsonObject = {
    422: { description: 'A value is invalid' },
    ...(conflict !== undefined && { 409: { description: conflict } }),
  };
  const missing = { 404: { description: 'There is no such item' } };
  const change = { responses: { 200: success(item), ...missing, ...refused } };
  const described: Readonly<Record<string, JsonObject>> = {
    PUT: { requestBody: requestBody(sent), ...change },
    PATCH: { requestBody: requestBody({ ...sent, required: [] }), ...change },
    DELETE: { responses: { 204: { description: 'Removed' }, ...missing } },
  };
  const list = success(listing === 'bare' ? array : page);
  const parameter: JsonObject = { name: 'id', in: 'path', required: true, schema: id };
  return {
    [path]: {
      get: {
        parameters: [limit, starts[listing], ...query],
        responses: { 200: list, 422: { description: 'A value is invalid' } },
      },
      post: { requestBody: requestBody(sent), responses: { 201: success(item), ...refused } },
    },
    [`${path}/{id}`]: {
      parameters: [parameter],
      get: { responses: { 200: success(item), ...missing } },
      ...Object.fromEntries(methods.map((method) => [method.toLowerCase(), described[method] ?? {}])),
    },
  };
}

/** A document with these paths. */
export const describeService = (title: string, paths: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0' },
  paths,
});

/** A text member. */
export const text = (minLength = 1, maxLength = 120): MemberSchema => ({ type: 'string', minLength, maxLength });
