import type { Answer } from '../service/http/answer.js';
import type { RequestContext } from '../service/request-context.js';
import { createFault, type FaultSteps, type InjectedFault, requireDialects, requireFlood } from './fault.js';

export const accessFaults: readonly InjectedFault[] = [
  createFault(
    'anonymous-list-is-served',
    'GET of the list is answered without credentials.',
    'access/reading-without-credentials-answers-401',
    () => admitIf((visit) => isAnonymous(visit) && isRequestFor(visit, 'GET', 'orders')),
  ),
  createFault(
    'any-token-may-read',
    'GET is answered for any token, valid or not.',
    'access/reading-with-invalid-credentials-answers-401',
    () => admitIf((visit) => hasUnknownCredential(visit) && visit.method === 'GET'),
  ),
].map((fault) => requireDialects(fault, 'access-bearer'));

export const refusalFaults: readonly InjectedFault[] = [
  createFault(
    'anonymous-delete-is-refused-but-carried-out',
    'DELETE without credentials returns 401, but removes the order.',
    'access/unauthenticated-write-has-no-effect',
    () => performAndRefuse((visit) => isAnonymous(visit) && isRequestFor(visit, 'DELETE', 'order')),
  ),
].map((fault) => requireDialects(fault, 'access-bearer'));

export const privacyFaults: readonly InjectedFault[] = [
  createFault(
    'other-tenant-reads-by-id',
    'GET of an order by id returns it to another tenant.',
    'access/private-items-cannot-be-read-by-others',
    () => admitIf((visit) => isOtherTenant(visit) && isRequestFor(visit, 'GET', 'order')),
  ),
].map((fault) => requireDialects(fault, 'access-bearer'));

export const throttlingFaults: readonly InjectedFault[] = [
  createFault(
    'rate-limit-is-not-enforced',
    'The rate limit is not enforced.',
    'throttling/requests-over-the-limit-answer-429',
    () => ({ limits: (_, __, proceed) => proceed() }),
  ),
  createFault(
    'retry-after-is-missing',
    'A 429 response has no Retry-After field.',
    'throttling/status-429-has-a-readable-retry-after',
    () => changeRefusal((refused) => ({ ...refused, headers: {} })),
  ),
].map((fault) => requireFlood(requireDialects(fault, 'rate-limited')));

export const admitIf = (isWelcome: (visit: RequestContext) => boolean): FaultSteps => ({
  admission: (visit, decide, proceed) => (isWelcome(visit) ? proceed() : (decide() ?? proceed())),
});

export const isAnonymous = ({ headers }: RequestContext): boolean => headers.authorization === undefined;

export const isRequestFor = ({ method, resource }: RequestContext, wanted: string, kind: RequestContext['resource']) =>
  method === wanted && resource === kind;

export const hasUnknownCredential = (visit: RequestContext): boolean =>
  !isAnonymous(visit) && visit.caller === undefined;

export const isOtherTenant = ({ caller }: RequestContext): boolean => caller?.role === 'otherTenant';

export const changeRefusal = (change: (refused: Answer) => Answer): FaultSteps => ({
  limits: (_, decide, proceed) => {
    const refused = decide();
    return refused === undefined ? proceed() : change(refused);
  },
});

export const performAndRefuse = (isMeant: (visit: RequestContext) => boolean): FaultSteps => ({
  admission: (visit, decide, proceed) => {
    const refusal = decide();
    if (refusal === undefined) return proceed();
    if (isMeant(visit)) void proceed();
    return refusal;
  },
});
