import { createFault, type InjectedFault, type KeyStoreWrapper } from './fault.js';

export const replayFaults: readonly InjectedFault[] = [
  createFault('key-is-ignored', 'POST ignores the idempotency key.', 'replay/repeated-key-creates-one-item', () => ({
    keys: wrapCreationKeys((use) => use.perform()),
  })),
];

export const keyAnswerFaults: readonly InjectedFault[] = [
  createFault(
    'key-with-other-content-creates-another-order',
    'A POST with a known key and different content creates another order.',
    'replay/key-with-another-payload-creates-no-second-item',
    () => ({ keys: wrapCreationKeys((use, next) => next({ ...use, key: `${use.key} ${use.content}` })) }),
  ),
];

/** Changes the store of creation keys, and leaves that of action keys unchanged. */
export function wrapCreationKeys(keeping: KeyStoreWrapper): KeyStoreWrapper {
  return (use, next, keys) => (use.visit.resource === 'orders' ? keeping(use, next, keys) : next(use));
}
