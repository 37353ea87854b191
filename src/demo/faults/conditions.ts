import type { Answer } from '../service/http/answer.js';
import type { RequestContext } from '../service/request-context.js';
import { isSuccess } from './alter-answer.js';
import { createFault, type InjectedFault, type OperationWrapper, requireDialects } from './fault.js';

export const cachingFaults: readonly InjectedFault[] = [
  requireDialects(
    createFault(
      'if-none-match-is-ignored',
      'GET ignores If-None-Match and returns 200.',
      'caching/current-entity-tag-answers-304',
      () => ({ around: { 'read order': ignoreField('if-none-match') } }),
    ),
    'etags',
  ),
  requireDialects(
    createFault('if-match-is-ignored', 'Writes ignore If-Match.', 'caching/stale-if-match-changes-nothing', () => ({
      around: {
        'PUT order': ignoreField('if-match'),
        'PATCH order': ignoreField('if-match'),
        'DELETE order': ignoreField('if-match'),
      },
    })),
    'etags',
  ),
  createFault(
    'get-is-outdated-after-writes',
    'GET returns the state from before PUT and PATCH.',
    'caching/write-is-visible-in-the-next-get',
    () => ({ around: cacheReads('PUT order', 'PATCH order') }),
  ),
];

export const ignoreField =
  (name: 'if-match' | 'if-none-match', isMeant: (field: string) => boolean = () => true): OperationWrapper =>
  (visit, next) => {
    const field = visit.headers[name];
    return field !== undefined && isMeant(field) ? next(removeField(visit, name)) : next();
  };

export function removeField(visit: RequestContext, name: string): RequestContext {
  const { [name]: _, ...headers } = visit.headers;
  return { ...visit, headers };
}

/** Caches responses to GET, unless the client asks for a fresh one, until a write other than these. */
export function cacheReads(...writes: readonly ('PUT order' | 'PATCH order')[]) {
  const kept = new Map<string, { readonly answer: Answer; revision: number }>();
  const over: OperationWrapper = ({ id, order }, next) => {
    const known = kept.get(id);
    const isKept = order !== undefined && known?.revision === order.revision;
    const answer = next();
    if (isKept && known && isSuccess(answer)) known.revision = order.revision;
    return answer;
  };
  const get: OperationWrapper = ({ id, order, headers }, next) => {
    const isAsking = headers['cache-control'] === undefined && headers['if-none-match'] === undefined;
    if (!order || !isAsking) return next();
    const known = kept.get(id);
    if (known?.revision === order.revision) return known.answer;
    const answer = next();
    kept.set(id, { answer, revision: order.revision });
    return answer;
  };
  return { 'GET order': get, ...Object.fromEntries(writes.map((write) => [write, over])) };
}
