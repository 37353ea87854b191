import { type Answer, json, problem } from '../answer.js';
import type { Json, JsonObject } from '../json.js';
import type { Order } from '../orders.js';
import { entry, pageStamps } from '../represent.js';
import type { Settings } from '../settings.js';
import type { Schema } from '../validate.js';
import type { Visit } from '../visit.js';

/** How a collection is paged. */
export interface PageStyle {
  readonly parameters: readonly JsonObject[];
  readonly sizeName: string;
  /** Schema of a page, given the schemas of an entry and of what stands beside the entries. */
  schema(item: Schema, stamps: { readonly [member: string]: Schema }): Schema;
  answer(visit: Visit): Answer;
}

/** The style of the named dialect. */
export const pageStyle = (name: Settings['pagination']): PageStyle => styles[name];

/** The page with its entries changed, wherever the style keeps them. */
export function withEntries(answer: Answer, change: (entry: JsonObject) => JsonObject): Answer {
  const all = (entries: Json | undefined) => (entries as readonly JsonObject[]).map(change);
  if (Array.isArray(answer.body)) return { ...answer, body: all(answer.body) };
  const body = answer.body as JsonObject;
  const name = 'items' in body ? 'items' : 'data';
  return { ...answer, body: { ...body, [name]: all(body[name]) } };
}

const defaultSize = 20;
const maximumSize = 100;

const sizeParameter = (name: string): JsonObject => ({
  name,
  in: 'query',
  description: `Entries on a page. More than ${maximumSize} is clamped to ${maximumSize}.`,
  schema: { type: 'integer', minimum: 1, maximum: maximumSize, default: defaultSize },
});

const cursorStyle: PageStyle = {
  sizeName: 'limit',
  parameters: [
    sizeParameter('limit'),
    { name: 'cursor', in: 'query', description: 'The next of the page before.', schema: { type: 'string' } },
  ],
  schema: (item, stamps) => ({
    type: 'object',
    properties: { items: { type: 'array', items: item }, next: { type: ['string', 'null'] }, ...stamps },
    required: ['items', 'next'],
  }),
  answer(visit) {
    const { orders } = visit.service;
    const size = readSize(visit, 'limit');
    const cursor = visit.query.get('cursor');
    const position = cursor === null ? 0 : decodeCursor(cursor);
    if (size === undefined) return badParameter('limit');
    if (position === undefined || position > orders.sequence.lastPosition) return badParameter('cursor');
    const found = orders.sequence.after(position, size + 1);
    const page = found.slice(0, size);
    const last = page.at(-1);
    const next = found.length > size && last ? encodeCursor(last.position) : null;
    const body = { items: entries(visit, page), next, ...pageStamps(visit.service.settings) };
    const link: Record<string, string> = next === null ? {} : { link: linkTo('next', { limit: size, cursor: next }) };
    return { ...json(200, body, link), page };
  },
};

const offsetStyle: PageStyle = {
  sizeName: 'limit',
  parameters: [
    sizeParameter('limit'),
    {
      name: 'offset',
      in: 'query',
      description: 'Entries passed over.',
      schema: { type: 'integer', minimum: 0, default: 0 },
    },
  ],
  schema: (item, stamps) => ({
    type: 'object',
    properties: { data: { type: 'array', items: item }, total: { type: 'integer', minimum: 0 }, ...stamps },
    required: ['data', 'total'],
  }),
  answer(visit) {
    const size = readSize(visit, 'limit');
    const offset = readNumber(visit, 'offset', 0);
    if (size === undefined) return badParameter('limit');
    if (offset === undefined) return badParameter('offset');
    const { sequence } = visit.service.orders;
    const page = sequence.slice(offset, size);
    const body = { data: entries(visit, page), total: sequence.size, ...pageStamps(visit.service.settings) };
    return { ...json(200, body), page };
  },
};

const numberedStyle: PageStyle = {
  sizeName: 'per_page',
  parameters: [
    { name: 'page', in: 'query', description: 'Counted from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
    sizeParameter('per_page'),
  ],
  schema: (item) => ({ type: 'array', items: item }),
  answer(visit) {
    const size = readSize(visit, 'per_page');
    const number = readNumber(visit, 'page', 1);
    if (size === undefined) return badParameter('per_page');
    if (number === undefined || number === 0) return badParameter('page');
    const { sequence } = visit.service.orders;
    const page = sequence.slice((number - 1) * size, size);
    const last = Math.max(1, Math.ceil(sequence.size / size));
    const relations = {
      first: 1,
      ...(number > 1 && { prev: number - 1 }),
      ...(number < last && { next: number + 1 }),
      last,
    };
    const link = Object.entries(relations).map(([relation, to]) => linkTo(relation, { page: to, per_page: size }));
    const headers = { link: link.join(', '), 'x-total-count': String(sequence.size) };
    return { ...json(200, entries(visit, page), headers), page };
  },
};

const styles: Readonly<Record<Settings['pagination'], PageStyle>> = {
  cursor: cursorStyle,
  offset: offsetStyle,
  page: numberedStyle,
};

const entries = (visit: Visit, page: readonly Order[]): JsonObject[] =>
  page.map((order) => entry(visit.service, order));

const badParameter = (name: string): Answer => problem(400, `Query parameter ${name} has no usable value.`);

function linkTo(relation: string, query: Readonly<Record<string, string | number>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `</orders?${search}>; rel="${relation}"`;
}

function readNumber(visit: Visit, name: string, otherwise: number): number | undefined {
  const text = visit.query.get(name);
  if (text === null) return otherwise;
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

function readSize(visit: Visit, name: string): number | undefined {
  const asked = readNumber(visit, name, defaultSize);
  return asked === undefined || asked === 0 ? undefined : Math.min(asked, maximumSize);
}

const encodeCursor = (position: number): string => Buffer.from(`after:${position}`).toString('base64url');

function decodeCursor(cursor: string): number | undefined {
  const position = /^after:([0-9]{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return position !== undefined && encodeCursor(Number(position)) === cursor ? Number(position) : undefined;
}
