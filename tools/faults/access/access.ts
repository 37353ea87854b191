import {
  admitIf,
  hasUnknownCredential,
  isAnonymous,
  isRequestFor,
  accessFaults as shippedFaults,
} from '../../../src/demo/faults/callers.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type Guard,
  type InjectedFault,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { type Answer, createProblem, createProblemWithHeaders } from '../../../src/demo/service/http/answer.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const readingNone = 'access/reading-without-credentials-answers-401';
const writingNone = 'access/writing-without-credentials-answers-401';
const writingExpired = 'access/writing-with-expired-credentials-answers-401';
const passwordRule = 'access/wrong-password-answers-401';
const rightsRule = 'access/caller-without-rights-gets-403';
const challengeRule = 'access/unauthenticated-request-gets-a-challenge';

/** Faults of authentication and authorization. */
const admissionFaults: readonly InjectedFault[] = [
  createSubtleFault(
    'anonymous-read-is-served-after-the-owner-read',
    'GET of an order that its owner has read before is answered without credentials.',
    readingNone,
    () => {
      const read = new Set<string>();
      return admitIf((visit) => {
        if (isRequestFor(visit, 'GET', 'order') && visit.caller?.role === 'full') read.add(visit.id);
        return isAnonymous(visit) && isRequestFor(visit, 'GET', 'order') && read.has(visit.id);
      });
    },
  ),
  createFault(
    'anonymous-answers-403',
    'A request without credentials is answered with 403.',
    [readingNone, writingNone],
    () =>
      changeRefusal((visit, refusal) =>
        isAnonymous(visit) && refusal.status === 401 ? createProblem(403, 'A token is missing.') : refusal,
      ),
  ),
  createSubtleFault('anonymous-patch-is-served', 'PATCH is accepted without credentials.', writingNone, () =>
    admitIf((visit) => isAnonymous(visit) && isRequestFor(visit, 'PATCH', 'order')),
  ),
  ...shippedFaults.slice(1),
  createSubtleFault(
    'any-token-may-pay',
    'A payment is accepted with any token, valid or not.',
    'access/writing-with-invalid-credentials-answers-401',
    () =>
      admitIf(
        (visit) => hasUnknownCredential(visit) && isRequestFor(visit, 'POST', 'action') && visit.action === 'payment',
      ),
  ),
  createFault(
    'expired-token-is-accepted',
    'An expired token is accepted.',
    ['access/reading-with-expired-credentials-answers-401', writingExpired],
    () => admitIf(({ caller }) => caller?.role === 'expired'),
  ),
  createSubtleFault('expired-token-may-delete', 'DELETE accepts an expired token.', writingExpired, () =>
    admitIf((visit) => visit.caller?.role === 'expired' && isRequestFor(visit, 'DELETE', 'order')),
  ),
  createSubtleFault('limited-caller-may-patch', 'PATCH of a read-only caller is accepted.', rightsRule, () =>
    admitIf((visit) => visit.caller?.role === 'limited' && isRequestFor(visit, 'PATCH', 'order')),
  ),
  createFault('limited-caller-gets-401', 'A write of a read-only caller is answered with 401.', rightsRule, () =>
    changeRefusal(({ caller }, refusal) =>
      caller?.role === 'limited' && refusal.status === 403
        ? createProblemWithHeaders(401, 'Log in once more.', { 'www-authenticate': 'Bearer realm="orders"' })
        : refusal,
    ),
  ),
  createFault('challenge-is-missing', 'A 401 response has no WWW-Authenticate field.', challengeRule, () =>
    changeRefusal((_, refusal) =>
      refusal.status === 401 ? createProblem(401, 'No valid credential was sent.') : refusal,
    ),
  ),
  createSubtleFault(
    'challenge-to-an-invalid-token-has-no-scheme',
    'The challenge to an unknown token has an error and no scheme.',
    challengeRule,
    () =>
      changeRefusal((visit, refusal) =>
        hasUnknownCredential(visit) && refusal.status === 401
          ? createProblemWithHeaders(401, 'This token is unknown.', { 'www-authenticate': 'error="invalid_token"' })
          : refusal,
      ),
  ),
  createSubtleFault(
    'end-of-a-token-is-not-compared',
    'A token that begins like the one of a caller is accepted by GET of the list.',
    passwordRule,
    () =>
      admitIf(
        (visit) =>
          hasUnknownCredential(visit) &&
          isRequestFor(visit, 'GET', 'orders') &&
          String(visit.headers.authorization).includes('demo-full-7Qx2'),
      ),
  ),
];

const passwordFault = createFault(
  'any-password-of-a-known-user-is-accepted',
  'GET is answered for a known user with any password.',
  passwordRule,
  () =>
    admitIf(
      (visit) => hasUnknownCredential(visit) && visit.method === 'GET' && readUser(visit.headers) === 'full-caller',
    ),
);

const readUser = ({ authorization }: RequestContext['headers']): string | undefined =>
  Buffer.from(String(authorization).replace(/^basic +/i, ''), 'base64')
    .toString()
    .split(':')[0];

/** These faults need a dialect with credentials. */
export const accessFaults: readonly InjectedFault[] = [
  ...shippedFaults.slice(0, 1),
  ...admissionFaults.map((one) => requireDialects(one, 'access-bearer')),
  requireDialects(passwordFault, 'access-basic'),
];

function changeRefusal(change: (visit: RequestContext, refusal: Answer) => Answer): FaultSteps {
  const admits: Guard<RequestContext> = (visit, decide, proceed) => {
    const refusal = decide();
    return refusal === undefined ? proceed() : change(visit, refusal);
  };
  return { admission: admits };
}
