import { keyField, keyMember } from '../service/keys/key-carrier.js';
import type { KeyChoices } from '../service/settings.js';
import { createDialect, type Dialect, defaultFlag } from './variant.js';

/** What idempotency keys must be, and what they do; what carries them comes last, so that it has the last word over their name. */
export const keyDialects: readonly Dialect[] = [
  createDialect('key-required', 'keys-optional', 'A creation may do without a key.', {}, defaultFlag),
  createDialect(
    'key-required',
    'keys-required',
    'A creation without a key is refused with 400.',
    { areKeysRequired: true },
    declareKeys({ required: true }),
  ),
  createDialect(
    'key-mismatch',
    'key-mismatch-422',
    'A known key with other content answers 422.',
    {},
    {
      ...defaultFlag,
      ...declareKeys({ mismatch: [422] }),
    },
  ),
  createMismatchDialect('key-mismatch-409', 'A known key with other content answers 409.', 409, [409]),
  createMismatchDialect(
    'key-mismatch-replays',
    'A known key answers as the first time, whatever the content.',
    'replay',
    [200, 201],
  ),
  createDialect('key-replay', 'key-replays-answer', 'A known key answers as the first time.', {}, defaultFlag),
  createDialect('key-replay', 'key-replays-200', 'A known key answers 200 with the content of the first time.', {
    keyReplay: '200',
  }),
  createDialect('key-replay', 'key-replays-current', 'A known key answers 200 with what was made, as it is now.', {
    keyReplay: 'current',
  }),
  createDialect(
    'key-in-flight',
    'key-in-flight-waits',
    'A key that is under way makes the second request wait.',
    {},
    defaultFlag,
  ),
  createDialect('key-in-flight', 'key-in-flight-409', 'A key that is under way answers 409.', { keyInFlight: 409 }),
  createDialect('key-carrier', 'key-header', 'Keys travel in the field Idempotency-Key.', {}, defaultFlag),
  createDialect(
    'key-carrier',
    'key-sf-string',
    'Keys travel in the field Idempotency-Key, in double quotes.',
    { keyCarrier: 'sf-string' },
    declareKeys({ format: 'sf-string' }),
  ),
  createDialect(
    'key-carrier',
    'key-in-body',
    'The key of a creation travels in its member requestId.',
    { keyCarrier: 'body' },
    { profile: { idempotency: { in: 'body', name: keyMember } } },
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

function declareKeys(part: object): { readonly profile: object } {
  return { profile: { idempotency: { in: 'header', name: keyField, ...part } } };
}
