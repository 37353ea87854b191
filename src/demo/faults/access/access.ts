import { type Answer, problem, problemWith } from '../../service/http/answer.js';
import type { Visit } from '../../service/request-context.js';
import { type Breakage, fault, type Gate, inDialect, type Steps, subtle } from '../fault.js';

const readingNone = 'access/reading-without-credentials-answers-401';
const writingNone = 'access/writing-without-credentials-answers-401';
const writingExpired = 'access/writing-with-expired-credentials-answers-401';
const rightsRule = 'access/caller-without-rights-gets-403';
const challengeRule = 'access/unauthenticated-gets-a-challenge';

/** Faults at the door: who is let in that should not be, and what those are told who are not. */
const doorFaults: readonly Breakage[] = [
  fault('anonymous-list-is-served', 'GET of the list is served to nobody in particular.', readingNone, () =>
    letsIn((visit) => isNobody(visit) && isOf(visit, 'GET', 'orders')),
  ),
  subtle(
    'anonymous-read-of-what-was-read-is-served',
    'GET of an order that its owner has read is served to nobody in particular.',
    readingNone,
    () => {
      const read = new Set<string>();
      return letsIn((visit) => {
        if (isOf(visit, 'GET', 'order') && visit.caller?.role === 'full') read.add(visit.id);
        return isNobody(visit) && isOf(visit, 'GET', 'order') && read.has(visit.id);
      });
    },
  ),
  fault('anonymous-answers-403', 'A request without a token is answered 403.', [readingNone, writingNone], () =>
    answersTheRefused((visit, said) =>
      isNobody(visit) && said.status === 401 ? problem(403, 'A token is missing.') : said,
    ),
  ),
  subtle('anonymous-patch-is-served', 'PATCH is served to nobody in particular.', writingNone, () =>
    letsIn((visit) => isNobody(visit) && isOf(visit, 'PATCH', 'order')),
  ),
  fault(
    'any-token-may-read',
    'Whoever sends any token at all may read.',
    'access/reading-with-made-up-credentials-answers-401',
    () => letsIn((visit) => isMadeUp(visit) && visit.method === 'GET'),
  ),
  subtle(
    'any-token-may-pay',
    'A payment is taken from whoever sends any token at all.',
    'access/writing-with-made-up-credentials-answers-401',
    () => letsIn((visit) => isMadeUp(visit) && isOf(visit, 'POST', 'action') && visit.action === 'payment'),
  ),
  fault(
    'expired-token-is-let-in',
    'A token is taken after it has expired.',
    ['access/reading-with-expired-credentials-answers-401', writingExpired],
    () => letsIn(({ caller }) => caller?.role === 'expired'),
  ),
  subtle('expired-token-may-delete', 'DELETE takes a token after it has expired.', writingExpired, () =>
    letsIn((visit) => visit.caller?.role === 'expired' && isOf(visit, 'DELETE', 'order')),
  ),
  subtle('limited-caller-may-patch', 'PATCH is served to a caller who may only read.', rightsRule, () =>
    letsIn((visit) => visit.caller?.role === 'limited' && isOf(visit, 'PATCH', 'order')),
  ),
  fault('limited-caller-gets-401', 'A caller who may only read is answered 401 to a write.', rightsRule, () =>
    answersTheRefused(({ caller }, said) =>
      caller?.role === 'limited' && said.status === 403
        ? problemWith(401, 'Log in once more.', { 'www-authenticate': 'Bearer realm="orders"' })
        : said,
    ),
  ),
  fault('challenge-is-left-out', 'An answer of 401 has no WWW-Authenticate.', challengeRule, () =>
    answersTheRefused((_, said) => (said.status === 401 ? problem(401, 'No valid credential was sent.') : said)),
  ),
  subtle(
    'challenge-to-a-made-up-token-has-no-scheme',
    'The challenge to a token that nobody has names an error and no scheme.',
    challengeRule,
    () =>
      answersTheRefused((visit, said) =>
        isMadeUp(visit) && said.status === 401
          ? problemWith(401, 'Nobody has this token.', { 'www-authenticate': 'error="invalid_token"' })
          : said,
      ),
  ),
];

/** The faults at the door, where there is one. */
export const accessFaults: readonly Breakage[] = doorFaults.map((one) => inDialect(one, 'access-bearer'));

/** Whether a request carries no credential. */
export const isNobody = ({ headers }: Visit): boolean => headers.authorization === undefined;

/** Whether a request carries a credential that nobody was given. */
export const isMadeUp = (visit: Visit): boolean => !isNobody(visit) && visit.caller === undefined;

/** Whether a request is of this method on this kind of resource. */
export const isOf = ({ method, resource }: Visit, wanted: string, kind: Visit['resource']): boolean =>
  method === wanted && resource === kind;

/** A door that is open for some who would be turned away. */
export const letsIn = (isWelcome: (visit: Visit) => boolean): Steps => ({
  admits: (visit, decide, proceed) => (isWelcome(visit) ? proceed() : (decide() ?? proceed())),
});

function answersTheRefused(change: (visit: Visit, said: Answer) => Answer): Steps {
  const admits: Gate<Visit> = (visit, decide, proceed) => {
    const said = decide();
    return said === undefined ? proceed() : change(visit, said);
  };
  return { admits };
}
