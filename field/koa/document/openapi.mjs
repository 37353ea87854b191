import { categories, priorities, statuses } from '../schemas.mjs';
import { create, filter, list, patch, read, remove, replace } from './operations.mjs';
import { components } from './schemas.mjs';

const text = { type: 'string', maxLength: 100 };
const boolean = { type: 'boolean' };
const price = { type: 'integer', minimum: 0, maximum: 999_999_999 };
const uuid = { type: 'string', format: 'uuid' };
const at = (...names) => names.map((name) => ({ name, in: 'path', required: true, schema: uuid }));
const conditional = { isConditional: true };

const item = (name, options = {}) => ({
  get: read(name, options),
  put: replace(name, options),
  patch: patch(name, options),
  delete: remove(options),
});

const order = at('orderId');
const record = (kind, input = 'RecordInput') => [
  `/orders/{orderId}/${kind}`,
  {
    parameters: order,
    post: create('Record', { input, statuses: [404, 409, 410], isBodyRequired: input !== 'RecordInput' }),
    get: read('Record', { statuses: [410] }),
  },
];

const paths = {
  '/customers': {
    get: list('Customer', { filters: [filter('newsletter', boolean), filter('q', text)] }),
    post: create('Customer'),
  },
  '/customers/{customerId}': { parameters: at('customerId'), ...item('Customer', { statuses: [409] }) },
  '/customers/{customerId}/vehicles': {
    parameters: at('customerId'),
    get: list('Vehicle', { filters: [filter('make', text)], statuses: [404] }),
    post: create('Vehicle', { statuses: [404] }),
  },
  '/customers/{customerId}/vehicles/{vehicleId}': {
    parameters: at('customerId', 'vehicleId'),
    ...item('Vehicle', { statuses: [409] }),
  },
  '/orders': {
    get: list('Order', {
      filters: [
        filter('status', { type: 'string', enum: statuses }),
        filter('priority', { type: 'string', enum: priorities }),
        filter('vehicleId', uuid),
        filter('dueBy', { type: 'string', format: 'date' }),
      ],
    }),
    post: create('Order'),
  },
  '/orders/{orderId}': { parameters: order, ...item('Order', { statuses: [409, 410, 428], ...conditional }) },
  ...Object.fromEntries([
    record('approval'),
    record('start'),
    record('completion'),
    record('cancellation', 'CancellationInput'),
  ]),
  '/orders/{orderId}/lines': {
    parameters: order,
    get: list('Line', { statuses: [404, 410] }),
    post: create('Line', { statuses: [404, 409, 410] }),
  },
  '/orders/{orderId}/lines/{lineId}': {
    parameters: at('orderId', 'lineId'),
    ...item('Line', { statuses: [409, 410] }),
  },
  '/parts': {
    get: list('Part', {
      filters: [
        filter('category', { type: 'string', enum: categories }),
        filter('discontinued', boolean),
        filter('minPrice', price),
        filter('maxPrice', price),
        filter('q', text),
      ],
    }),
    post: create('Part', { statuses: [409] }),
  },
  '/parts/{partId}': { parameters: at('partId'), ...item('Part', { statuses: [409] }) },
  '/messages': { get: list('Message'), post: create('Message', { statuses: [429] }) },
  '/messages/{messageId}': { parameters: at('messageId'), get: read('Message'), delete: remove() },
  '/activity': {
    get: list('Entry', {
      filters: [filter('kind', { type: 'string', enum: components.Entry.properties.kind.enum })],
    }),
  },
  '/activity/{entryId}': { parameters: at('entryId'), get: read('Entry') },
};

/** The document at /openapi.json. */
export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Workshop',
    version: '1.4.0',
    description: 'Customers, vehicles and work orders of repair workshops.',
  },
  security: [{ token: [] }],
  paths,
  components: { schemas: components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};
