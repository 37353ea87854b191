import { isObject, type JsonObject, only } from '../../service/http/json.js';
import type { Visit } from '../../service/request-context.js';
import { isMadeUp, isNobody, isOf } from '../access/access.js';
import { tamper } from '../alter-answer.js';
import { type Breakage, fault, inDialect, type Steps, subtle } from '../fault.js';

const unknownWrites = 'access/unauthenticated-write-has-no-effect';
const unknownPosts = 'access/unauthenticated-post-makes-nothing';
const limitedWrites = 'access/unauthorised-write-has-no-effect';
const limitedPosts = 'access/unauthorised-post-makes-nothing';

/** Faults of refusals that come after the deed. */
const deeds: readonly Breakage[] = [
  fault(
    'anonymous-delete-is-refused-and-done',
    'DELETE of nobody in particular is answered 401 after the order was removed.',
    unknownWrites,
    () => doneAndRefused((visit) => isNobody(visit) && isOf(visit, 'DELETE', 'order')),
  ),
  subtle(
    'made-up-put-is-refused-and-noted',
    'PUT with a token that nobody has is answered 401, and its quantity is stored.',
    unknownWrites,
    () => notedAndRefused((visit) => isMadeUp(visit) && isOf(visit, 'PUT', 'order'), ['quantity']),
  ),
  fault(
    'limited-put-is-refused-and-done',
    'PUT of a caller who may only read is answered 403 after the order was replaced.',
    limitedWrites,
    () => doneAndRefused((visit) => isLimited(visit) && isOf(visit, 'PUT', 'order')),
  ),
  subtle(
    'limited-payment-is-refused-and-taken',
    'A payment of a caller who may only read is answered 403, and taken.',
    limitedWrites,
    () => doneAndRefused((visit) => isLimited(visit) && isOf(visit, 'POST', 'action') && visit.action === 'payment'),
  ),
  fault(
    'anonymous-post-is-refused-and-done',
    'POST of nobody in particular is answered 401 after the order was made.',
    unknownPosts,
    () => doneAndRefused((visit) => isNobody(visit) && isOf(visit, 'POST', 'orders')),
  ),
  subtle(
    'expired-post-with-tags-is-refused-and-done',
    'POST of an order with tags under an expired token is answered 401 after it was made.',
    unknownPosts,
    () =>
      doneAndRefused(
        (visit) =>
          visit.caller?.role === 'expired' && isOf(visit, 'POST', 'orders') && lengthOf(contentOf(visit).tags) > 0,
      ),
  ),
  fault(
    'limited-post-is-refused-and-done',
    'POST of a caller who may only read is answered 403 after the order was made.',
    limitedPosts,
    () => doneAndRefused((visit) => isLimited(visit) && isOf(visit, 'POST', 'orders')),
  ),
  subtle(
    'limited-post-of-many-is-refused-and-done',
    'POST of more than a hundred by a caller who may only read is answered 403 after the order was made.',
    limitedPosts,
    () =>
      doneAndRefused(
        (visit) => isLimited(visit) && isOf(visit, 'POST', 'orders') && Number(contentOf(visit).quantity) > 100,
      ),
  ),
];

/** The faults of refusals, where anybody is refused. */
export const refusalFaults: readonly Breakage[] = deeds.map((one) => inDialect(one, 'access-bearer'));

/** The content of a request as an object; nothing where it is none. */
function contentOf({ content }: Visit): JsonObject {
  try {
    const value = JSON.parse(content.toString());
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A door that turns away some who had already been served. */
export const doneAndRefused = (isMeant: (visit: Visit) => boolean): Steps => ({
  admits: (visit, decide, proceed) => {
    const said = decide();
    if (said === undefined) return proceed();
    if (isMeant(visit)) void proceed();
    return said;
  },
});

/** A door that turns away some, and stores a part of what they sent. */
function notedAndRefused(isMeant: (visit: Visit) => boolean, names: readonly string[]): Steps {
  return {
    admits: (visit, decide, proceed) => {
      const said = decide();
      if (said === undefined) return proceed();
      const { order, service } = visit;
      if (order && isMeant(visit)) tamper(service, order, only(contentOf(visit), names));
      return said;
    },
  };
}

const isLimited = ({ caller }: Visit): boolean => caller?.role === 'limited';

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
