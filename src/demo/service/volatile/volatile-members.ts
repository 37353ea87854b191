import { clock } from '../../clock.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { Order } from '../orders/order.js';
import { drawWord } from '../random-values.js';
import type { Service } from '../request-context.js';
import type { Settings } from '../settings.js';

type Schemas = { readonly [member: string]: Schema };

/** Times in several formats, counters and random ids, which are independent of an order. */
export function createVolatileMembers({ settings, random, traffic }: Service): JsonObject {
  if (!settings.hasInstruments) return {};
  const now = clock.epochMs();
  return {
    sampledAt: Math.floor(now / 1000),
    sampledAtMs: now,
    sampledOn: new Date(now).toISOString(),
    requestsServed: traffic.answered,
    servedBy: traffic.node.name,
    trace: { id: drawWord(random, 16), span: { nonce: random.drawInteger(0, 2 ** 31) } },
  };
}

/** Volatile members of one order: its age, and a download URL that expires. */
export function createVolatileOrderMembers(service: Service, order: Order): JsonObject {
  if (!service.settings.hasInstruments) return {};
  const seconds = Math.floor((clock.epochMs() - Date.parse(order.createdAt)) / 1000);
  const expiry = Math.floor(clock.epochMs() / 1000) + 300;
  return {
    ...createVolatileMembers(service),
    made: seconds === 1 ? '1 second ago' : `${seconds} seconds ago`,
    download: `/orders/${order.id}?expires=${expiry}&signature=${drawWord(service.random, 24)}`,
  };
}

export const describeVolatileMembers = ({ hasInstruments }: Settings): Schemas => (hasInstruments ? sharedSchemas : {});

export const describeVolatileOrderMembers = ({ hasInstruments }: Settings): Schemas =>
  hasInstruments ? { ...sharedSchemas, made: { type: 'string' }, download: { type: 'string' } } : {};

const countSchema: Schema = { type: 'integer', minimum: 0 };
const sharedSchemas: Schemas = {
  sampledAt: countSchema,
  sampledAtMs: countSchema,
  sampledOn: { type: 'string', format: 'date-time' },
  requestsServed: countSchema,
  servedBy: { type: 'string' },
  trace: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      span: { type: 'object', properties: { nonce: countSchema }, required: ['nonce'] },
    },
    required: ['id', 'span'],
  },
};
