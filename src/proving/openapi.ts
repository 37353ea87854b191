import { patchTypes } from './content.js';
import { isObject, type Json, type JsonObject } from './json.js';
import { actionPaths, recordSchemas } from './openapi-actions.js';
import { content, created, type Problems, problems, reference } from './openapi-parts.js';
import type { PageStyle } from './pages/index.js';
import { stampMembers } from './represent.js';
import type { Settings } from './settings.js';
import type { Schema } from './validate.js';

/** The OpenAPI document of the service with the given settings. */
export function openapi(
  settings: Settings,
  id: Schema,
  pages: PageStyle,
  schemas: { readonly input: Schema; readonly output: Schema; readonly patch: Schema },
): Json {
  const document = {
    openapi: settings.openapi,
    info: { title: 'Orders', version: '1.0.0', description: 'A small sound service to prove the kit on.' },
    paths: {
      ...fixedPaths(),
      ...ordersPath(settings, pages),
      ...orderPath(settings, id),
      ...actionPaths(id, goneIn(settings)),
    },
    components: {
      schemas: {
        Order: schemas.output,
        OrderInput: schemas.input,
        OrderPatch: schemas.patch,
        OrderPage: pages.schema(reference('Order'), stampMembers(settings)),
        ...recordSchemas,
        Problem: problemSchema,
      },
    },
  };
  return settings.openapi === '3.0.3' ? nullable(document) : document;
}

const problemSchema: Schema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { pointer: { type: 'string' }, detail: { type: 'string' } } },
    },
  },
};

const goneIn = ({ removedItem }: Settings): Problems => (removedItem === 410 ? [404, 410] : [404]);

const anyObject: Schema = { type: 'object' };

function fixedPaths(): JsonObject {
  const get = (operationId: string, description: string) => ({
    get: { operationId, responses: { 200: { description, ...content(anyObject) } } },
  });
  return { '/': get('getDirectory', 'Where things are.'), '/openapi.json': get('getDocument', 'This document.') };
}

function ordersPath(settings: Settings, pages: PageStyle): JsonObject {
  const page = { description: 'A page of orders, oldest first.', ...content(reference('OrderPage')) };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Repeating a creation with its key makes no second order.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
  const post = {
    operationId: 'createOrder',
    parameters: [key],
    requestBody: { required: true, ...content(reference('OrderInput')) },
    responses: {
      201: created('The order was made.', settings.showsCreated ? reference('Order') : undefined),
      ...problems(400, 413, 415, 422),
    },
  };
  const get = {
    operationId: 'listOrders',
    parameters: [...pages.parameters],
    responses: { 200: page, ...problems(400) },
  };
  return { '/orders': { get, post } };
}

function orderPath(settings: Settings, id: Schema): JsonObject {
  const shown = { description: 'The order.', ...content(reference('Order')) };
  const written = settings.showsWritten ? { 200: shown } : { 204: { description: 'Written.' } };
  const gone = goneIn(settings);
  const failed: Problems = settings.hasEtags ? [412] : [];
  const unread = settings.hasEtags ? { 304: { description: 'Not modified.' } } : {};
  const made = settings.doesPutCreate
    ? { 201: created('The order was made.', settings.showsCreated ? reference('Order') : undefined) }
    : {};
  const afterDelete: Problems = settings.secondDelete === 410 ? [404, 410] : [404];
  const writing = problems(400, ...gone, ...failed, 413, 415, 422);
  return {
    '/orders/{order_id}': {
      parameters: [{ name: 'order_id', in: 'path', required: true, schema: id }],
      get: { operationId: 'getOrder', responses: { 200: shown, ...unread, ...problems(...gone, ...failed) } },
      head: {
        operationId: 'headOrder',
        responses: { 200: { description: 'As GET, without content.' }, ...unread, ...problems(...gone, ...failed) },
      },
      put: {
        operationId: 'replaceOrder',
        requestBody: { required: true, ...content(reference('OrderInput')) },
        responses: { ...written, ...made, ...writing },
      },
      patch: {
        operationId: 'changeOrder',
        requestBody: { required: true, ...content(reference('OrderPatch'), patchTypes) },
        responses: { ...written, ...writing },
      },
      delete: {
        operationId: 'removeOrder',
        responses: { 204: { description: 'Removed.' }, ...problems(...afterDelete, ...failed) },
      },
    },
  };
}

/** OpenAPI 3.0 has no null type; it says nullable, and wants null among the values of an enum. */
function nullable(value: Json): Json {
  if (Array.isArray(value)) return value.map(nullable);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, nullable(member ?? null)] as const);
  const copy: JsonObject = Object.fromEntries(entries);
  const types = Array.isArray(value.type) ? (value.type as readonly string[]) : undefined;
  return types?.includes('null') ? { ...copy, type: types.find((type) => type !== 'null'), nullable: true } : copy;
}
