import type { InjectedFault } from '../../src/demo/faults/fault.js';

/** Names rules that may find a fault by chance, because it leaves something that their requests may show. */
export const allowRules = (breakage: InjectedFault, ...rules: readonly string[]): InjectedFault => ({
  ...breakage,
  mayAlsoViolate: rules,
});

/** Names rules that find a fault only after other rules have changed the state of the service. */
export const requireOtherRules = (breakage: InjectedFault, ...rules: readonly string[]): InjectedFault => ({
  ...breakage,
  foundAfterOthers: rules,
});

/** Marks a fault that only the requests of many other rules show. */
export const requireTraffic = (breakage: InjectedFault): InjectedFault => ({ ...breakage, isFoundInTraffic: true });
