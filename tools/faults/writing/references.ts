import { changeStoredMembers } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { referenceFaults as shippedFaults } from '../../../src/demo/faults/transitions.js';
import { type Answer, createProblem } from '../../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject, removeMembers } from '../../../src/demo/service/http/json.js';
import type { Request } from '../../../src/demo/service/http/request.js';
import { reservedReference } from '../../../src/demo/service/orders/order-references.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const takenRule = 'conflict/taken-unique-value-answers-409';
const traceRule = 'conflict/refused-duplicate-has-no-effect';
const freedRule = 'conflict/freed-unique-value-can-be-reused';
const declaredRule = 'conflict/declared-conflict-answers-409';

const requireReferences = (breakage: InjectedFault): InjectedFault => requireDialects(breakage, 'unique-reference');

/** Faults of unique references. */
export const referenceFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  createSubtleFault(
    'taken-reference-is-accepted-by-patch',
    'PATCH accepts a reference that another order has.',
    takenRule,
    () => ({
      isTaken: ({ method }, correct) => correct && method !== 'PATCH',
    }),
  ),
  createSubtleFault(
    'concurrent-claims-of-a-reference-both-succeed',
    'Two simultaneous POSTs with the same reference are both accepted.',
    takenRule,
    allowConcurrentReferences,
  ),
  createFault('taken-reference-answers-400', 'A reference that is taken is refused with 400.', takenRule, () => ({
    around: changeEveryConflict((answer, visit) =>
      getReference(visit) === reservedReference ? answer : createProblem(400, 'This reference is not available.'),
    ),
  })),
  createFault(
    'refused-duplicate-is-created-anyway',
    'POST with a taken reference returns 409, but creates the order without it.',
    traceRule,
    () => ({
      around: {
        'POST orders': changeConflict((answer, visit) => {
          visit.service.orders.make({ priority: 'normal', ...removeMembers(parseSent(visit), 'reference') });
          return answer;
        }),
      },
    }),
  ),
  createSubtleFault(
    'refused-duplicate-overwrites-the-first-order',
    'POST with a taken reference returns 409, but overwrites the order that has it.',
    traceRule,
    () => ({
      around: {
        'POST orders': changeConflict((answer, visit) => {
          const holder = visit.service.orders.holderOf(getReference(visit));
          if (holder) changeStoredMembers(visit.service, holder, parseSent(visit));
          return answer;
        }),
      },
    }),
  ),
  createSubtleFault(
    'refused-put-of-a-reference-stores-the-rest',
    'PUT with a taken reference returns 409, but writes the other members.',
    traceRule,
    () => ({
      around: {
        'PUT order': changeConflict((answer, visit) => {
          if (visit.order)
            changeStoredMembers(visit.service, visit.order, removeMembers(parseSent(visit), 'reference'));
          return answer;
        }),
      },
    }),
  ),
  createFault(
    'removed-orders-keep-their-reference',
    'The reference of a removed order can never be used again.',
    freedRule,
    () => {
      const kept = new Set<Json | undefined>();
      return {
        around: { 'DELETE order': rememberReferences(kept) },
        isTaken: ({ reference }, correct) => correct || kept.has(reference),
      };
    },
  ),
  createSubtleFault(
    'changed-references-stay-taken',
    'The former reference of a changed order can never be used again.',
    freedRule,
    () => {
      const kept = new Set<Json | undefined>();
      return {
        around: { 'PUT order': rememberReferences(kept), 'PATCH order': rememberReferences(kept) },
        isTaken: ({ reference, order }, correct) =>
          correct || (kept.has(reference) && order?.input.reference !== reference),
      };
    },
  ),
  createFault('reserved-reference-is-accepted', 'POST accepts the reserved reference.', declaredRule, () => ({
    isTaken: ({ reference }, correct) => correct && reference !== reservedReference,
  })),
  createSubtleFault(
    'reserved-reference-answers-400',
    'The reserved reference is refused with 400.',
    declaredRule,
    () => ({
      around: changeEveryConflict((answer, visit) =>
        getReference(visit) === reservedReference ? createProblem(400, 'This reference is not available.') : answer,
      ),
    }),
  ),
].map(requireReferences);

/** Changes the refusal of a conflicting reference. */
function changeConflict(change: (answer: Answer, visit: RequestContext) => Answer): OperationWrapper {
  return (visit, next) => {
    const answer = next();
    return answer.status === 409 ? change(answer, visit) : answer;
  };
}

function changeEveryConflict(change: (answer: Answer, visit: RequestContext) => Answer): FaultSteps['around'] {
  const around = changeConflict(change);
  return { 'POST orders': around, 'PUT order': around, 'PATCH order': around };
}

/** Remembers the former references of an order. */
function rememberReferences(kept: Set<Json | undefined>): OperationWrapper {
  return ({ order, service }, next) => {
    const before = order?.input.reference;
    const answer = next();
    const isKept = order && service.orders.byId.has(order.id) && order.input.reference === before;
    if (before !== undefined && !isKept) kept.add(before);
    return answer;
  };
}

function parseSent({ content }: Pick<Request, 'content'>): JsonObject {
  try {
    const value: Json = JSON.parse(String(content));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const getReference = (request: Pick<Request, 'content'>): string => String(parseSent(request).reference ?? '');

/** A creation right after another one does not see its reference yet. */
function allowConcurrentReferences(): FaultSteps {
  let justGiven: string | undefined;
  let isBehind: string | undefined;
  return {
    limits: (_, decide, proceed) => {
      isBehind = justGiven;
      justGiven = undefined;
      return decide() ?? proceed();
    },
    around: {
      'POST orders': (visit, next) => {
        const answer = next();
        if (answer.made) justGiven = getReference(visit);
        return answer;
      },
    },
    isTaken: ({ method, reference }, correct) => correct && (method !== 'POST' || isBehind !== reference),
  };
}
