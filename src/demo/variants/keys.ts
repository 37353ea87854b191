import { keyField, keyMember } from '../service/keys/key-carrier.js';
import type { KeyChoices } from '../service/settings.js';
import { createDefaultDialect, createDialect, type Dialect } from './variant.js';

const declareKeys = (part: object): object => ({ idempotency: { in: 'header', name: keyField, ...part } });

/** Behaviour of idempotency keys; the carrier comes last, because it sets the name. */
export const keyDialects: readonly Dialect[] = [
  createDefaultDialect('key-required', 'keys-optional', 'An idempotency key is optional for POST.'),
  createDialect(
    'key-required',
    'keys-required',
    'A POST without an idempotency key is refused with 400.',
    { areKeysRequired: true },
    declareKeys({ required: true }),
  ),
  createDefaultDialect(
    'key-mismatch',
    'key-mismatch-422',
    'A known key with different content returns 422.',
    declareKeys({ mismatch: [422] }),
  ),
  createMismatchDialect('key-mismatch-409', 'A known key with different content returns 409.', 409, [409]),
  createMismatchDialect(
    'key-mismatch-replays',
    'A known key returns the first response, whatever the content.',
    'replay',
    [200, 201],
  ),
  createDefaultDialect('key-replay', 'key-replays-answer', 'A known key returns the first response.'),
  createDialect('key-replay', 'key-replays-200', 'A known key returns 200 with the content of the first response.', {
    keyReplay: '200',
  }),
  createDialect(
    'key-replay',
    'key-replays-current',
    'A known key returns 200 with the current state of the created order.',
    { keyReplay: 'current' },
  ),
  createDefaultDialect(
    'key-in-flight',
    'key-in-flight-waits',
    'A second request with a key in progress waits for the first one.',
  ),
  createDialect('key-in-flight', 'key-in-flight-409', 'A second request with a key in progress returns 409.', {
    keyInFlight: 409,
  }),
  createDefaultDialect('key-time', 'keys-for-any-time', 'It is not said for how long keys are remembered.'),
  createDialect('key-time', 'keys-for-a-day', 'Keys are remembered for a day.', {}, declareKeys({ ttl: 86_400 })),
  createDefaultDialect('key-carrier', 'key-header', 'Keys are sent in the field Idempotency-Key.'),
  createDialect(
    'key-carrier',
    'key-sf-string',
    'Keys are sent in the field Idempotency-Key, in double quotes.',
    { keyCarrier: 'sf-string' },
    declareKeys({ format: 'sf-string' }),
  ),
  createDialect(
    'key-carrier',
    'key-in-body',
    'The key of a POST is sent in the member requestId.',
    { keyCarrier: 'body' },
    { idempotency: { in: 'body', name: keyMember } },
  ),
];

function createMismatchDialect(
  name: string,
  says: string,
  keyMismatch: KeyChoices['keyMismatch'],
  statuses: readonly number[],
): Dialect {
  return createDialect('key-mismatch', name, says, { keyMismatch }, declareKeys({ mismatch: statuses }));
}
