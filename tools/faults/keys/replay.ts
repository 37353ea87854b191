import { randomUUID } from 'node:crypto';
import { pause } from '../../../src/demo/clock.js';
import { createCounter, dropOrder } from '../../../src/demo/faults/alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../../src/demo/faults/fault.js';
import { replayFaults as shippedFaults, wrapCreationKeys } from '../../../src/demo/faults/repeated-keys.js';
import type { Json } from '../../../src/demo/service/http/json.js';
import { keyField } from '../../../src/demo/service/keys/key-carrier.js';
import { performOrderAction } from '../../../src/demo/service/orders/action-handlers.js';
import type { KeyUse } from '../../../src/demo/service/request-context.js';

const onceRule = 'replay/repeated-key-creates-one-item';
const atOnceRule = 'replay/concurrent-requests-with-one-key-create-one-item';
const abortedRule = 'replay/aborted-post-sent-again-creates-one-item';

/** Delay of a creation, in milliseconds. */
const gapMs = 20;

/** Faults of repetitions with the same key. */
export const replayFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  requireDialects(
    createFault(
      'missing-key-is-accepted',
      'A POST without a key is performed, although the document requires one.',
      'replay/missing-key-is-refused',
      () => ({
        admission: (visit, decide, proceed) => {
          const headers = visit.headers as Record<string, unknown>;
          if (visit.method === 'POST') headers[keyField.toLowerCase()] ??= randomUUID();
          return decide() ?? proceed();
        },
      }),
    ),
    'keys-required',
  ),
  createSubtleFault(
    'key-is-forgotten-after-another-creation',
    'A key is forgotten at the next POST with another key.',
    onceRule,
    () => {
      let latest: KeyUse | undefined;
      return {
        keys: wrapCreationKeys((use, next, keys) => {
          if (latest && latest.key !== use.key) keys.forget(latest);
          latest = use;
          return next(use);
        }),
      };
    },
  ),
  createSubtleFault(
    'third-use-of-a-key-creates-another-order',
    'The third POST with the same key creates another order.',
    onceRule,
    () => {
      const uses = createCounter();
      return {
        keys: wrapCreationKeys((use, next, keys) => {
          if (uses(use.key) === 3) keys.forget(use);
          return next(use);
        }),
      };
    },
  ),
  createSubtleFault(
    'key-depends-on-the-member-order',
    'The same content with its members in another order creates another order with the same key.',
    onceRule,
    () => ({ keys: wrapCreationKeys((use, next) => next({ ...use, key: `${use.key} ${use.visit.content}` })) }),
  ),
  createSubtleFault(
    'key-replays-and-creates-another-order',
    'A repeated POST returns the first response, but creates another order.',
    onceRule,
    () => ({
      keys: wrapCreationKeys((use, next, keys) => {
        const isKnown = keys.isKnown(use);
        const answering = next(use);
        if (isKnown && 'made' in answering && answering.made) use.visit.service.orders.make(answering.made.input);
        return answering;
      }),
    }),
  ),
  createFault(
    'repeated-key-cancels-again',
    'Repeating a cancellation with the same key creates another record.',
    'replay/repeated-key-performs-an-action-once',
    () => ({
      keys: (use, next, keys) => {
        const { action, order, service, content } = use.visit;
        if (action !== 'cancellation' || !order || !keys.isKnown(use)) return next(use);
        return performOrderAction(service, order, action, JSON.parse(String(content)) as Json);
      },
    }),
  ),
  createFault(
    'concurrent-keys-create-several-orders',
    'Simultaneous POSTs with the same key create one order each.',
    atOnceRule,
    () => ({
      keys: wrapCreationKeys(async (use, next, keys) => {
        if (keys.isKnown(use)) return next(use);
        await pause(gapMs);
        keys.forget(use);
        return next(use);
      }),
    }),
  ),
  createSubtleFault(
    'third-concurrent-key-creates-another-order',
    'The third POST with a key while the first is in progress creates another order.',
    atOnceRule,
    () => {
      const flights = new Map<string, { readonly landing: Promise<void>; count: number }>();
      return {
        keys: wrapCreationKeys(async (use, next, keys) => {
          if (keys.isKnown(use)) return next(use);
          const flight = flights.get(use.key) ?? { landing: pause(gapMs), count: 0 };
          flights.set(use.key, flight);
          flight.count += 1;
          if (flight.count === 3) return use.perform();
          await flight.landing;
          return next(use);
        }),
      };
    },
  ),
  createSubtleFault(
    'aborted-post-forgets-its-key',
    'A key is forgotten when the client closes the connection before the response.',
    abortedRule,
    () => ({
      keys: wrapCreationKeys(async (use, next, keys) => {
        await pause(gapMs);
        const answer = await next(use);
        runAfterAbort(use, () => keys.forget(use));
        return answer;
      }),
    }),
  ),
  createSubtleFault(
    'aborted-post-is-undone-but-its-key-kept',
    'An order is removed when the client closes the connection before the response, but its key still returns it.',
    abortedRule,
    () => ({
      keys: wrapCreationKeys(async (use, next) => {
        await pause(gapMs);
        const answer = await next(use);
        const { made } = answer;
        if (made) runAfterAbort(use, () => dropOrder(use.visit.service, made));
        return answer;
      }),
    }),
  ),
];

function runAfterAbort({ visit }: KeyUse, effect: () => void): void {
  void visit.wasHandedOver().then((wasHandedOver) => {
    if (!wasHandedOver) effect();
  });
}
