import { keyField, keyMember } from '../service/keys/key-carrier.js';
import type { KeyChoices } from '../service/settings.js';
import { choice, type Dialect, isDefault } from './variant.js';

/** What idempotency keys must be, and what they do; what carries them comes last, so that it has the last word over their name. */
export const keyDialects: readonly Dialect[] = [
  choice('key-required', 'keys-optional', 'A creation may do without a key.', {}, isDefault),
  choice(
    'key-required',
    'keys-required',
    'A creation without a key is refused with 400.',
    { areKeysRequired: true },
    declaring({ required: true }),
  ),
  choice(
    'key-mismatch',
    'key-mismatch-422',
    'A known key with other content answers 422.',
    {},
    {
      ...isDefault,
      ...declaring({ mismatch: [422] }),
    },
  ),
  mismatch('key-mismatch-409', 'A known key with other content answers 409.', 409, [409]),
  mismatch(
    'key-mismatch-replays',
    'A known key answers as the first time, whatever the content.',
    'replay',
    [200, 201],
  ),
  choice('key-replay', 'key-replays-answer', 'A known key answers as the first time.', {}, isDefault),
  choice('key-replay', 'key-replays-200', 'A known key answers 200 with the content of the first time.', {
    keyReplay: '200',
  }),
  choice('key-replay', 'key-replays-current', 'A known key answers 200 with what was made, as it is now.', {
    keyReplay: 'current',
  }),
  choice(
    'key-in-flight',
    'key-in-flight-waits',
    'A key that is under way makes the second request wait.',
    {},
    isDefault,
  ),
  choice('key-in-flight', 'key-in-flight-409', 'A key that is under way answers 409.', { keyInFlight: 409 }),
  choice('key-carrier', 'key-header', 'Keys travel in the field Idempotency-Key.', {}, isDefault),
  choice(
    'key-carrier',
    'key-sf-string',
    'Keys travel in the field Idempotency-Key, in double quotes.',
    { keyCarrier: 'sf-string' },
    declaring({ format: 'sf-string' }),
  ),
  choice(
    'key-carrier',
    'key-in-body',
    'The key of a creation travels in its member requestId.',
    { keyCarrier: 'body' },
    { profile: { idempotency: { in: 'body', name: keyMember } } },
  ),
];

function mismatch(
  name: string,
  says: string,
  keyMismatch: KeyChoices['keyMismatch'],
  statuses: readonly number[],
): Dialect {
  return choice('key-mismatch', name, says, { keyMismatch }, declaring({ mismatch: statuses }));
}

function declaring(part: object): { readonly profile: object } {
  return { profile: { idempotency: { in: 'header', name: keyField, ...part } } };
}
