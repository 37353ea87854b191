import type { ServiceRequest } from '../engine/state/world.js';
import type { ServiceFacts } from '../facts/facts.js';
import { type Fault, replace } from './fault.js';
import { both, hasItems, isCreatable, isReadable, some } from './where.js';

const hasAccess = ({ callers }: ServiceFacts) => callers.length > 0;
const hasRate = ({ design }: ServiceFacts) => design.service.rateLimit !== 'none';
const isRoot = ({ parent }: { readonly parent: unknown }) => parent === undefined;
const hasTwo = (_: unknown, { callers }: ServiceFacts) => callers.length > 1;
const isReadingRequest = ({ method }: ServiceRequest) => method === 'GET' || method === 'HEAD';

export const accessFaults: readonly Fault[] = [
  {
    name: 'reading-needs-no-credentials',
    description: 'Reading without credentials is allowed, where it must not be.',
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
    description: 'Writing without credentials is allowed.',
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
    description: 'Credentials that are wrong are accepted.',
    clauses: ['5.401', '7.401'],
    appliesTo: hasAccess,
    change: replace(({ findCaller }) => ({
      findCaller(world, request) {
        try {
          return findCaller(world, request);
        } catch (error) {
          if (request.headers.authorization === undefined && request.headers.cookie === undefined) throw error;
          return world.facts.callers[0]?.name;
        }
      },
    })),
    seenBy: ['access'],
  },
  {
    name: 'missing-credentials-answer-403',
    description: 'A request without credentials answers 403.',
    clauses: ['5.401', '7.401', '7.403'],
    appliesTo: hasAccess,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'unauthorized' ? 403 : chooseStatus(world, kind)),
    })),
    seenBy: ['access'],
  },
  {
    name: 'missing-credentials-answer-200',
    description: 'A request without credentials answers 200 with an error in the body.',
    clauses: ['1.4', '5.401', '7.0'],
    appliesTo: hasAccess,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'unauthorized' ? 200 : chooseStatus(world, kind)),
    })),
    seenBy: ['access'],
  },
  {
    name: 'unauthorized-without-challenge',
    description: '401 has no WWW-Authenticate.',
    clauses: ['http'],
    appliesTo: hasAccess,
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
    description: 'A caller sees the items of another one.',
    clauses: ['5.403'],
    appliesTo: some(both(isRoot, both(hasItems, hasTwo))),
    change: replace(() => ({ canSee: () => true })),
    seenBy: ['callers'],
  },
  {
    name: 'items-of-other-callers-are-read',
    description: 'A caller reads the items of another one at their addresses.',
    clauses: ['5.403', '7.403'],
    appliesTo: some(both(isRoot, both(isReadable, hasTwo))),
    change: replace(({ canSee, handle }) => {
      let isItem = false;
      return {
        handle(visit, handler) {
          isItem = visit.target === 'item' && visit.request.method === 'GET';
          return handle(visit, handler);
        },
        canSee: (world, caller, item) => isItem || canSee(world, caller, item),
      };
    }),
    seenBy: ['callers'],
  },
  {
    name: 'items-of-other-callers-are-changed',
    description: 'A caller changes and removes the items of another one, which it does not see.',
    clauses: ['5.403', '7.403'],
    appliesTo: some(
      both(
        isRoot,
        both(
          hasItems,
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
    seenBy: ['callers'],
  },
  {
    name: 'refused-write-is-performed',
    description: 'A creation without credentials answers 401, and is performed.',
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
    description: '429 has no Retry-After.',
    clauses: ['7.429', '8.4'],
    appliesTo: hasRate,
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
    description: 'A request over the rate limit answers 503.',
    clauses: ['7.4', '7.429', '8.4'],
    appliesTo: hasRate,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'rate' ? 503 : chooseStatus(world, kind)),
    })),
    seenBy: ['rate-limit'],
  },
  {
    name: 'rate-limit-does-not-end',
    description: 'A client that was over the rate limit is refused for good.',
    clauses: ['7.429'],
    appliesTo: hasRate,
    change: replace(({ limitRate }) => {
      let isOver = false;
      return {
        limitRate(world) {
          const limited = limitRate(world);
          isOver ||= limited.isTooMany;
          return { isTooMany: isOver, headers: isOver ? { ...limited.headers, 'retry-after': '1' } : limited.headers };
        },
      };
    }),
    seenBy: ['rate-limit'],
  },
  {
    name: 'rate-limit-is-not-kept',
    description: 'Requests over the announced rate limit are answered.',
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
