import type { Json, JsonObject } from '../service/http/json.js';
import type { Settings } from '../service/settings.js';
import { inventoryPaths } from './routes.js';

const text = { type: 'string' };
const schemas: JsonObject = {
  Settings: {
    type: 'object',
    required: ['currency', 'timezone', 'pageSize'],
    properties: {
      currency: { ...text, pattern: '^[A-Z]{3}$' },
      timezone: { ...text, minLength: 1, maxLength: 60 },
      pageSize: { type: 'integer', minimum: 1, maximum: 500 },
      note: { ...text, maxLength: 80 },
      requests: { type: 'integer', readOnly: true },
    },
  },
  Notice: {
    type: 'object',
    required: ['text'],
    properties: { text: { ...text, minLength: 1, maxLength: 100 } },
  },
  Label: {
    type: 'object',
    required: ['colour', 'printed'],
    properties: { colour: text, printed: { type: 'boolean' } },
  },
  Product: {
    type: 'object',
    required: ['name', 'price'],
    properties: {
      sku: { ...text, readOnly: true },
      name: { ...text, minLength: 1, maxLength: 60 },
      price: { type: 'integer', minimum: 0, maximum: 100_000 },
      note: { ...text, maxLength: 200 },
    },
  },
};

const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const content = (schema: Json): JsonObject => ({ 'application/json': { schema } });
const reply = (schema: Json, headers?: JsonObject): JsonObject => ({
  responses: {
    200: { description: 'The current state.', content: content(schema), ...(headers && { headers }) },
  },
});
const query = (name: string, more: JsonObject): JsonObject => ({ name, in: 'query', ...more });

const operations: Readonly<Record<string, JsonObject>> = {
  '/settings': {
    get: reply(refer('Settings')),
    put: { requestBody: { content: content(refer('Settings')) }, ...reply(refer('Settings')) },
  },
  '/notice': {
    get: reply(refer('Notice')),
    post: {
      requestBody: { content: content(refer('Notice')) },
      responses: { 201: { description: 'The notice.', content: content(refer('Notice')) } },
    },
    delete: { responses: { 204: { description: 'Removed.' } } },
  },
  '/status': { get: reply({ type: 'object' }) },
  '/tags': { get: reply(listOf(text)) },
  '/labels': { get: reply({ type: 'object', additionalProperties: refer('Label') }) },
  '/labels/{name}': { get: reply(refer('Label')) },
  '/products': {
    get: {
      parameters: [
        query('limit', { schema: { type: 'integer', minimum: 1, maximum: 50, default: 50 } }),
        query('offset', { schema: { type: 'integer', minimum: 0, default: 0 } }),
      ],
      ...reply(listOf(refer('Product'))),
    },
  },
  '/products/search': {
    get: {
      parameters: [
        query('q', { required: true, schema: text, example: 'tea' }),
        query('limit', { schema: { type: 'integer', minimum: 1, maximum: 50 } }),
      ],
      ...reply(listOf(refer('Product')), { 'X-Total-Count': { required: true, schema: { type: 'integer' } } }),
    },
  },
  '/products/import': {
    post: {
      requestBody: { content: content(listOf(refer('Product'))) },
      responses: { 202: { description: 'The products will be stored.' } },
    },
  },
  '/products/{sku}': {
    get: reply(refer('Product')),
    put: {
      responses: {
        200: { description: 'Replaced.', content: content(refer('Product')) },
        201: { description: 'Created under the sku of the client.', content: content(refer('Product')) },
      },
    },
    delete: { responses: { 204: { description: 'Removed.' } } },
  },
};

export function createInventoryDocument({ access, hasNumericInventory, hasTakenNames }: Settings): JsonObject {
  const id = hasNumericInventory ? { type: 'integer' } : text;
  const entry = { type: 'object', required: ['id', 'name'], properties: { id, name: text } };
  const product = operations['/products/{sku}'] as { readonly put: JsonObject };
  const items: Readonly<Record<string, JsonObject>> = {
    ...operations,
    '/products/{sku}': { ...product, put: { requestBody: describeProduct(hasTakenNames), ...product.put } },
    '/jobs/stop': { get: { responses: { 204: { description: 'Stops the running job.' } } } },
    ...Object.fromEntries(
      nestedPaths.map((path) => [path, { get: reply(path.endsWith('}') ? entry : listOf(entry)) }]),
    ),
  };
  return {
    openapi: '3.1.1',
    info: { title: 'Inventory', version: '1' },
    paths: Object.fromEntries(Object.entries(items).map(([path, item]) => [path, addParameters(path, item, id)])),
    components: {
      schemas,
      ...(access !== 'open' && { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }),
    },
    ...(access !== 'open' && { security: [{ bearer: [] }] }),
  };
}

/** The content of a product with its example, whose name may be taken. */
const describeProduct = (isTaken = false): JsonObject => ({
  content: {
    'application/json': {
      schema: refer('Product'),
      examples: { tea: { value: { name: isTaken ? 'Tea' : 'Green tea', price: 12, note: 'Loose leaves' } } },
    },
  },
});

const nestedPaths = inventoryPaths.map(([, path]) => path).filter((path) => path.startsWith('/warehouses'));

/** Path parameters, and an example for the name of a label, because a map has no list of ids. */
function addParameters(path: string, item: JsonObject, id: JsonObject): JsonObject {
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('Id') ? id : text,
    ...(name === 'name' && { example: 'fragile' }),
  }));
  return parameters.length === 0 ? item : { parameters, ...item };
}
