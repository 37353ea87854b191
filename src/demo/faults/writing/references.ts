import { type Answer, problem } from '../../service/http/answer.js';
import { isObject, type Json, type JsonObject, without } from '../../service/http/json.js';
import type { Request } from '../../service/http/request.js';
import { reservedReference } from '../../service/orders/order-references.js';
import type { Visit } from '../../service/request-context.js';
import { tamper } from '../alter-answer.js';
import { type Around, type Breakage, fault, inDialect, type Steps, subtle } from '../fault.js';

const takenRule = 'conflict/taken-unique-value-answers-409';
const traceRule = 'conflict/refused-claim-leaves-no-trace';
const freedRule = 'conflict/freed-unique-value-can-be-taken';
const declaredRule = 'conflict/declared-conflict-answers-409';

const inReferences = (breakage: Breakage): Breakage => inDialect(breakage, 'unique-reference');

/** Faults of the references that no two orders may have. */
export const referenceFaults: readonly Breakage[] = [
  fault('taken-reference-is-given-again', 'POST gives a reference that another order has.', takenRule, () => ({
    isTaken: ({ method, reference }, sound) => sound && (method !== 'POST' || reference === reservedReference),
  })),
  subtle('patch-takes-a-taken-reference', 'PATCH gives a reference that another order has.', takenRule, () => ({
    isTaken: ({ method }, sound) => sound && method !== 'PATCH',
  })),
  subtle(
    'references-claimed-at-once-are-both-given',
    'Two POSTs of one reference, one right behind the other, are both given it.',
    takenRule,
    meetingOnes,
  ),
  fault('taken-reference-answers-400', 'A request for a reference that is taken answers 400.', takenRule, () => ({
    around: everywhere((answer, visit) =>
      referenceIn(visit) === reservedReference ? answer : problem(400, 'This reference cannot be had.'),
    ),
  })),
  fault(
    'refused-duplicate-is-made-all-the-same',
    'POST of a reference that is taken answers 409, and makes the order without it.',
    traceRule,
    () => ({
      around: {
        'POST orders': conflicting((answer, visit) => {
          visit.service.orders.make({ priority: 'normal', ...without(sentIn(visit), 'reference') });
          return answer;
        }),
      },
    }),
  ),
  subtle(
    'refused-duplicate-rewrites-the-holder',
    'POST of a reference that is taken answers 409, and writes over the order that has it.',
    traceRule,
    () => ({
      around: {
        'POST orders': conflicting((answer, visit) => {
          const holder = visit.service.orders.holderOf(referenceIn(visit));
          if (holder) tamper(visit.service, holder, sentIn(visit));
          return answer;
        }),
      },
    }),
  ),
  subtle(
    'refused-put-of-a-reference-writes-the-rest',
    'PUT of a reference that is taken answers 409, and writes the other members.',
    traceRule,
    () => ({
      around: {
        'PUT order': conflicting((answer, visit) => {
          if (visit.order) tamper(visit.service, visit.order, without(sentIn(visit), 'reference'));
          return answer;
        }),
      },
    }),
  ),
  fault(
    'removed-orders-keep-their-reference',
    'The reference of a removed order is never given again.',
    freedRule,
    () => {
      const kept = new Set<Json | undefined>();
      return {
        around: { 'DELETE order': keeping(kept) },
        isTaken: ({ reference }, sound) => sound || kept.has(reference),
      };
    },
  ),
  subtle(
    'changed-references-stay-taken',
    'A reference that an order had before it was changed is never given again.',
    freedRule,
    () => {
      const kept = new Set<Json | undefined>();
      return {
        around: { 'PUT order': keeping(kept), 'PATCH order': keeping(kept) },
        isTaken: ({ reference, order }, sound) =>
          sound || (kept.has(reference) && order?.input.reference !== reference),
      };
    },
  ),
  fault('reserved-reference-is-given', 'POST gives the reserved reference.', declaredRule, () => ({
    isTaken: ({ reference }, sound) => sound && reference !== reservedReference,
  })),
  subtle('reserved-reference-answers-400', 'A request for the reserved reference answers 400.', declaredRule, () => ({
    around: everywhere((answer, visit) =>
      referenceIn(visit) === reservedReference ? problem(400, 'This reference cannot be had.') : answer,
    ),
  })),
].map(inReferences);

/** Has the last word over a refusal for the conflict. */
function conflicting(change: (answer: Answer, visit: Visit) => Answer): Around {
  return (visit, next) => {
    const answer = next();
    return answer.status === 409 ? change(answer, visit) : answer;
  };
}

function everywhere(change: (answer: Answer, visit: Visit) => Answer): Steps['around'] {
  const around = conflicting(change);
  return { 'POST orders': around, 'PUT order': around, 'PATCH order': around };
}

/** Remembers the reference that an order had, once it has it no longer. */
function keeping(kept: Set<Json | undefined>): Around {
  return ({ order, service }, next) => {
    const before = order?.input.reference;
    const answer = next();
    const isKept = order && service.orders.byId.has(order.id) && order.input.reference === before;
    if (before !== undefined && !isKept) kept.add(before);
    return answer;
  };
}

function sentIn({ content }: Pick<Request, 'content'>): JsonObject {
  try {
    const value: Json = JSON.parse(String(content));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const referenceIn = (request: Pick<Request, 'content'>): string => String(sentIn(request).reference ?? '');

/** A creation that comes right behind another one does not see yet what that was given. */
function meetingOnes(): Steps {
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
        if (answer.made) justGiven = referenceIn(visit);
        return answer;
      },
    },
    isTaken: ({ method, reference }, sound) => sound && (method !== 'POST' || isBehind !== reference),
  };
}
