import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type KeyStoreWrapper,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { wrapCreationKeys } from '../../../src/demo/faults/repeated-keys.js';
import type { KeyUse } from '../../../src/demo/service/request-context.js';

const timeRule = 'replay/key-outlives-other-keys';
const differenceRule = 'replay/different-keys-create-different-items';

/** Faults of the identity of keys. */
export const keyIdentityFaults: readonly InjectedFault[] = [
  createSubtleFault(
    'keys-are-truncated',
    'Keys are compared by their first 32 characters only.',
    differenceRule,
    () => ({
      keys: identifyKeysBy(({ key }) => ({ key: key.slice(0, 32) })),
    }),
  ),
  createSubtleFault(
    'keys-are-truncated-at-the-front',
    'Keys are compared by their last 32 characters only.',
    differenceRule,
    () => ({
      keys: identifyKeysBy(({ key }) => ({ key: key.slice(-32) })),
    }),
  ),
  createSubtleFault('keys-ignore-case', 'Keys are compared without regard to case.', differenceRule, () => ({
    keys: identifyKeysBy(({ key }) => ({ key: key.toLowerCase() })),
  })),
  requireDialects(
    createFault(
      'keys-are-shared-by-callers',
      'Keys are shared between tenants.',
      'replay/key-applies-to-its-caller-only',
      () => ({ keys: identifyKeysBy(({ scope }) => ({ scope: scope.slice(scope.indexOf('/')) })) }),
    ),
    'access-bearer',
  ),
  requireDialects(
    createFault(
      'keys-are-shared-by-endpoints',
      'An action with the key of a creation returns the created order.',
      'replay/key-applies-to-its-endpoint-only',
      () => ({ keys: identifyKeysBy(({ visit }) => ({ scope: visit.service.tenant })) }),
    ),
    'key-mismatch-replays',
  ),
  createFault(
    'oldest-key-is-forgotten',
    'The oldest of eleven keys of orders with one quantity is forgotten.',
    timeRule,
    () => forgetKeys(true),
  ),
  createSubtleFault(
    'eleventh-key-empties-the-store',
    'The eleventh key of orders with one quantity removes the others.',
    timeRule,
    () => forgetKeys(false),
  ),
];

/** Forgets the first key of orders with one quantity, or all of them, once there are ten more. */
function forgetKeys(isOldestOnly: boolean): FaultSteps {
  const known = new Map<string, KeyUse[]>();
  return {
    keys: wrapCreationKeys((use, next, keys) => {
      const name = /"quantity":(\d+)/.exec(use.content)?.[1] ?? '';
      const uses = known.get(name) ?? [];
      known.set(name, uses);
      if (!keys.isKnown(use)) uses.push(use);
      const forgotten = uses.length > 10 ? uses.splice(0, isOldestOnly ? 1 : 10) : [];
      for (const old of forgotten) keys.forget(old);
      return next(use);
    }),
  };
}

/** Identifies keys by a part of them. */
const identifyKeysBy =
  (by: (use: KeyUse) => Partial<Pick<KeyUse, 'key' | 'scope'>>): KeyStoreWrapper =>
  (use, next) =>
    next({ ...use, ...by(use) });
