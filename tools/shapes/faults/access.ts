import type { ServiceRequest } from '../engine/state/world.js';
import { hasCredentials } from '../engine/traffic/access.js';
import type { ServiceFacts } from '../facts/facts.js';
import { type Fault, replace } from './fault.js';
import { both, isCreatable, isReadable, some } from './where.js';

const hasAccess = ({ callers }: ServiceFacts) => callers.length > 0;
/** Whether any request needs credentials. */
const isGuarded = (facts: ServiceFacts): boolean =>
  hasAccess(facts) &&
  (facts.design.service.reading === 'closed' || facts.collections.some((one) => isCreatable(one, facts)));
const hasRate = ({ design }: ServiceFacts) => design.service.rateLimit !== 'none';
const isRoot = ({ parent }: { readonly parent: unknown }) => parent === undefined;
const hasTwo = (_: unknown, { callers }: ServiceFacts) => callers.length > 1;
const isReadingRequest = ({ method }: ServiceRequest) => method === 'GET' || method === 'HEAD';

export const accessFaults: readonly Fault[] = [
  {
    name: 'reading-needs-no-credentials',
    clauses: ['5.401', '7.401'],
    appliesTo: (facts) => hasAccess(facts) && facts.design.service.reading === 'closed',
    change: replace(({ findCaller }) => ({
      findCaller: (world, request) =>
        isReadingRequest(request) ? world.facts.callers[0]?.name : findCaller(world, request),
    })),
    seenBy: ['access'],
  },
  {
    name: 'writing-needs-no-credentials',
    clauses: ['5.401', '7.401'],
    appliesTo: isFirstCreatable,
    change: replace(({ findCaller }) => ({
      findCaller(world, request) {
        try {
          return findCaller(world, request);
        } catch (error) {
          if (isReadingRequest(request)) throw error;
          return world.facts.callers[0]?.name;
        }
      },
    })),
    seenBy: ['access'],
  },
  {
    name: 'wrong-credentials-are-accepted',
    clauses: ['5.401', '7.401'],
    appliesTo: isGuarded,
    change: replace(({ findCaller }) => ({
      findCaller(world, request) {
        try {
          return findCaller(world, request);
        } catch (error) {
          if (!hasCredentials(request)) throw error;
          return world.facts.callers[0]?.name;
        }
      },
    })),
    seenBy: ['access'],
  },
  {
    name: 'missing-credentials-answer-403',
    clauses: ['5.401', '7.401', '7.403'],
    appliesTo: isGuarded,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'unauthorized' ? 403 : chooseStatus(world, kind)),
    })),
    seenBy: ['access'],
  },
  {
    name: 'unauthorized-without-challenge',
    clauses: ['http'],
    appliesTo: isGuarded,
    change: replace(({ answer }) => ({
      answer(world, request) {
        const reply = answer(world, request);
        const { 'www-authenticate': _, ...headers } = reply.headers;
        return { ...reply, headers };
      },
    })),
    seenBy: ['access'],
  },
  {
    name: 'items-of-other-callers-are-shown',
    clauses: ['5.403'],
    appliesTo: some(both(isRoot, both(isReadable, hasTwo))),
    change: replace(() => ({ canSee: () => true })),
    needsCallers: true,
    seenBy: ['callers'],
  },
  {
    name: 'items-of-other-callers-are-changed',
    clauses: ['5.403', '7.403'],
    appliesTo: some(
      both(
        isRoot,
        both(
          isCreatable,
          both(hasTwo, ({ changes, design }) => changes.length > 0 || design.choices.removal !== 'none'),
        ),
      ),
    ),
    change: replace(({ canSee, handle }) => {
      let isWrite = false;
      return {
        handle(visit, handler) {
          isWrite = visit.target === 'item' && visit.request.method !== 'GET';
          return handle(visit, handler);
        },
        canSee: (world, caller, item) => isWrite || canSee(world, caller, item),
      };
    }),
    needsCallers: true,
    seenBy: ['callers'],
  },
  {
    name: 'refused-write-is-performed',
    clauses: ['5.401', '7.401'],
    appliesTo: isFirstCreatable,
    change: replace(({ findCaller, answer }) => {
      let isRefused = false;
      return {
        findCaller(world, request) {
          try {
            return findCaller(world, request);
          } catch (error) {
            if (isReadingRequest(request)) throw error;
            isRefused = true;
            return world.facts.callers[0]?.name;
          }
        },
        answer(world, request) {
          isRefused = false;
          const reply = answer(world, request);
          return isRefused ? { ...reply, status: 401, headers: { 'www-authenticate': 'Bearer' } } : reply;
        },
      };
    }),
    seenBy: ['access'],
  },
  {
    name: 'rate-limit-without-time',
    clauses: ['7.429', '8.4'],
    // Where the limit is announced, each answer says when it is reset.
    appliesTo: ({ design }) => design.service.rateLimit === 'bare',
    change: replace(({ limitRate }) => ({
      limitRate(world) {
        const { isTooMany, headers } = limitRate(world);
        const { 'retry-after': _, ...rest } = headers;
        return { isTooMany, headers: rest };
      },
    })),
    seenBy: ['rate-limit'],
  },
  {
    name: 'rate-limit-answers-503',
    clauses: ['7.4', '7.429', '8.4'],
    appliesTo: hasRate,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'rate' ? 503 : chooseStatus(world, kind)),
    })),
    seenBy: ['rate-limit'],
  },
  {
    name: 'rate-limit-is-not-kept',
    clauses: ['7.4', '8.4'],
    appliesTo: hasRate,
    change: replace(({ limitRate }) => ({ limitRate: (world) => ({ ...limitRate(world), isTooMany: false }) })),
    seenBy: ['rate-limit'],
  },
];

/** Whether a client can create items of the first collection without a parent. */
function isFirstCreatable(facts: ServiceFacts): boolean {
  const first = facts.collections.find(isRoot);
  return hasAccess(facts) && first !== undefined && isCreatable(first, facts);
}
