import type { KeyStoreWrapper } from '../fault.js';

/** Keeps the keys of creations in another way, and those of actions as they are. */
export function wrapCreationKeys(keeping: KeyStoreWrapper): KeyStoreWrapper {
  return (use, next, keys) => (use.visit.resource === 'orders' ? keeping(use, next, keys) : next(use));
}
