import type { KeyUse } from '../../service/request-context.js';
import { createFault, createSubtleFault, type InjectedFault, type KeyStoreWrapper, requireDialects } from '../fault.js';

const differenceRule = 'replay/keys-that-differ-make-different-things';

/** Faults of what makes two keys one. */
export const keyIdentityFaults: readonly InjectedFault[] = [
  createSubtleFault('keys-are-cut', 'Of a key, the first 32 characters count.', differenceRule, () => ({
    keys: identifyKeysBy(({ key }) => ({ key: key.slice(0, 32) })),
  })),
  createSubtleFault('keys-are-cut-at-the-front', 'Of a key, the last 32 characters count.', differenceRule, () => ({
    keys: identifyKeysBy(({ key }) => ({ key: key.slice(-32) })),
  })),
  createSubtleFault('keys-are-folded', 'Capital and small letters of a key count as the same.', differenceRule, () => ({
    keys: identifyKeysBy(({ key }) => ({ key: key.toLowerCase() })),
  })),
  requireDialects(
    createFault(
      'keys-are-shared-by-callers',
      'A key of one tenant is known to all others.',
      'replay/a-key-is-good-for-its-caller-only',
      () => ({ keys: identifyKeysBy(({ scope }) => ({ scope: scope.slice(scope.indexOf('/')) })) }),
    ),
    'access-bearer',
  ),
  requireDialects(
    createFault(
      'keys-are-shared-by-endpoints',
      'An action under the key of a creation answers with the order that was made.',
      'replay/a-key-is-good-for-its-endpoint-only',
      () => ({ keys: identifyKeysBy(({ visit }) => ({ scope: visit.service.tenant })) }),
    ),
    'key-mismatch-replays',
  ),
];

/** Knows keys by something else than they are. */
const identifyKeysBy =
  (by: (use: KeyUse) => Partial<Pick<KeyUse, 'key' | 'scope'>>): KeyStoreWrapper =>
  (use, next) =>
    next({ ...use, ...by(use) });
