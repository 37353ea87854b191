import type { KeyUse } from '../../service/request-context.js';
import { type Breakage, fault, inDialect, type KeyKeeping, subtle } from '../fault.js';

const differenceRule = 'replay/keys-that-differ-make-different-things';

/** Faults of what makes two keys one. */
export const keyIdentityFaults: readonly Breakage[] = [
  subtle('keys-are-cut', 'Of a key, the first 32 characters count.', differenceRule, () => ({
    keys: known(({ key }) => ({ key: key.slice(0, 32) })),
  })),
  subtle('keys-are-cut-at-the-front', 'Of a key, the last 32 characters count.', differenceRule, () => ({
    keys: known(({ key }) => ({ key: key.slice(-32) })),
  })),
  subtle('keys-are-folded', 'Capital and small letters of a key count as the same.', differenceRule, () => ({
    keys: known(({ key }) => ({ key: key.toLowerCase() })),
  })),
  inDialect(
    fault(
      'keys-are-shared-by-callers',
      'A key of one tenant is known to all others.',
      'replay/a-key-is-good-for-its-caller-only',
      () => ({ keys: known(({ scope }) => ({ scope: scope.slice(scope.indexOf('/')) })) }),
    ),
    'access-bearer',
  ),
  inDialect(
    fault(
      'keys-are-shared-by-endpoints',
      'An action under the key of a creation answers with the order that was made.',
      'replay/a-key-is-good-for-its-endpoint-only',
      () => ({ keys: known(({ visit }) => ({ scope: visit.service.tenant })) }),
    ),
    'key-mismatch-replays',
  ),
];

/** Knows keys by something else than they are. */
const known =
  (by: (use: KeyUse) => Partial<Pick<KeyUse, 'key' | 'scope'>>): KeyKeeping =>
  (use, next) =>
    next({ ...use, ...by(use) });
