import { clock } from '../../../src/demo/clock.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { wrapCreationKeys } from '../../../src/demo/faults/repeated-keys.js';
import type { KeyUse } from '../../../src/demo/service/request-context.js';

const secondsRule = 'replay/key-outlives-seconds';
const itemRule = 'replay/key-outlives-its-item';

/** Faults of keys that are forgotten before their declared time. */
export const keyLifetimeFaults: readonly InjectedFault[] = [
  createFault('keys-are-forgotten-after-a-second', 'A key is forgotten after one second.', secondsRule, () =>
    forgetAfter(1_000),
  ),
  createSubtleFault(
    'keys-are-forgotten-after-two-seconds',
    'A key is forgotten two seconds after it was used.',
    secondsRule,
    () => forgetAfter(2_000),
  ),
  createFault('keys-are-forgotten-with-their-order', 'A key is forgotten when its order is removed.', itemRule, () =>
    forgetRemoved(() => true),
  ),
  createSubtleFault(
    'keys-are-forgotten-with-orders-that-had-tags',
    'A key is forgotten when its order is removed, if that had tags.',
    itemRule,
    () => forgetRemoved((use) => /"tags":\["/.test(use.content)),
  ),
].map((fault) => requireDialects(fault, 'keys-for-a-day'));

function forgetAfter(ms: number): FaultSteps {
  const usedAt = new Map<string, number>();
  return {
    keys: wrapCreationKeys((use, next, keys) => {
      const name = `${use.scope} ${use.key}`;
      if (clock.now() - (usedAt.get(name) ?? clock.now()) >= ms) keys.forget(use);
      usedAt.set(name, clock.now());
      return next(use);
    }),
  };
}

const forgetRemoved = (isMeant: (use: KeyUse) => boolean): FaultSteps => {
  const made = new Map<string, string>();
  return {
    keys: wrapCreationKeys((use, next, keys) => {
      const name = `${use.scope} ${use.key}`;
      const id = made.get(name);
      if (id !== undefined && !use.visit.service.orders.byId.has(id) && isMeant(use)) keys.forget(use);
      const answer = next(use);
      if (!(answer instanceof Promise) && answer.made) made.set(name, answer.made.id);
      return answer;
    }),
  };
};
