import { changeStoredMembers } from '../../../src/demo/faults/alter-answer.js';
import {
  hasUnknownCredential,
  isAnonymous,
  isRequestFor,
  performAndRefuse,
  refusalFaults as shippedFaults,
} from '../../../src/demo/faults/callers.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { isObject, type JsonObject, pickMembers } from '../../../src/demo/service/http/json.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const unknownWrites = 'access/unauthenticated-write-has-no-effect';
const unknownPosts = 'access/unauthenticated-post-creates-nothing';
const limitedWrites = 'access/unauthorised-write-has-no-effect';
const limitedPosts = 'access/unauthorised-post-creates-nothing';

/** Faults of refused requests that have an effect. */
const lateRefusals: readonly InjectedFault[] = [
  createSubtleFault(
    'invalid-token-put-is-refused-but-carried-out',
    'PUT with an unknown token returns 401, but stores its quantity.',
    unknownWrites,
    () => storeAndRefuse((visit) => hasUnknownCredential(visit) && isRequestFor(visit, 'PUT', 'order'), ['quantity']),
  ),
  createFault(
    'limited-put-is-refused-but-carried-out',
    'PUT of a read-only caller returns 403, but replaces the order.',
    limitedWrites,
    () => performAndRefuse((visit) => isLimited(visit) && isRequestFor(visit, 'PUT', 'order')),
  ),
  createSubtleFault(
    'limited-payment-is-refused-but-carried-out',
    'A payment of a read-only caller returns 403, but is performed.',
    limitedWrites,
    () =>
      performAndRefuse(
        (visit) => isLimited(visit) && isRequestFor(visit, 'POST', 'action') && visit.action === 'payment',
      ),
  ),
  createFault(
    'anonymous-post-is-refused-but-carried-out',
    'POST without credentials returns 401, but creates the order.',
    unknownPosts,
    () => performAndRefuse((visit) => isAnonymous(visit) && isRequestFor(visit, 'POST', 'orders')),
  ),
  createSubtleFault(
    'expired-post-with-tags-is-refused-but-carried-out',
    'POST of an order with tags and an expired token returns 401, but creates it.',
    unknownPosts,
    () =>
      performAndRefuse(
        (visit) =>
          visit.caller?.role === 'expired' &&
          isRequestFor(visit, 'POST', 'orders') &&
          getLength(parseContent(visit).tags) > 0,
      ),
  ),
  createFault(
    'limited-post-is-refused-but-carried-out',
    'POST of a read-only caller returns 403, but creates the order.',
    limitedPosts,
    () => performAndRefuse((visit) => isLimited(visit) && isRequestFor(visit, 'POST', 'orders')),
  ),
  createSubtleFault(
    'limited-post-of-many-is-refused-but-carried-out',
    'POST of a quantity over 100 by a read-only caller returns 403, but creates the order.',
    limitedPosts,
    () =>
      performAndRefuse(
        (visit) =>
          isLimited(visit) && isRequestFor(visit, 'POST', 'orders') && Number(parseContent(visit).quantity) > 100,
      ),
  ),
];

/** These faults need a dialect with credentials. */
export const refusalFaults: readonly InjectedFault[] = [
  ...shippedFaults,
  ...lateRefusals.map((one) => requireDialects(one, 'access-bearer')),
];

/** The request content as an object; empty for other content. */
function parseContent({ content }: RequestContext): JsonObject {
  try {
    const value = JSON.parse(content.toString());
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Refuses some requests after a part of them was stored. */
function storeAndRefuse(isMeant: (visit: RequestContext) => boolean, names: readonly string[]): FaultSteps {
  return {
    admission: (visit, decide, proceed) => {
      const refusal = decide();
      if (refusal === undefined) return proceed();
      const { order, service } = visit;
      if (order && isMeant(visit)) changeStoredMembers(service, order, pickMembers(parseContent(visit), names));
      return refusal;
    },
  };
}

const isLimited = ({ caller }: RequestContext): boolean => caller?.role === 'limited';

const getLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
