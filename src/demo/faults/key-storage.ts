import type { KeyStoreWrapper } from './fault.js';

/** Changes the store of creation keys, and leaves that of action keys unchanged. */
export function wrapCreationKeys(keeping: KeyStoreWrapper): KeyStoreWrapper {
  return (use, next, keys) => (use.visit.resource === 'orders' ? keeping(use, next, keys) : next(use));
}
