import {
  cacheReads,
  ignoreField,
  removeField,
  cachingFaults as shippedCachingFaults,
} from '../../../src/demo/faults/conditions.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { type Answer, createEmptyAnswer, createProblem } from '../../../src/demo/service/http/answer.js';
import { canonicalize, removeMembers } from '../../../src/demo/service/http/json.js';
import { createCacheFields } from '../../../src/demo/service/orders/preconditions.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const currentRule = 'caching/current-entity-tag-answers-304';
const changedRule = 'caching/changed-representation-does-not-answer-304';
const staleRule = 'caching/stale-if-match-changes-nothing';
const removalRule = 'caching/stale-if-match-deletes-nothing';
const listRule = 'caching/if-match-takes-any-listed-tag';
const goneRule = 'caching/removed-item-does-not-answer-304';
const tagRule = 'caching/each-change-changes-the-entity-tag';
const nextRule = 'caching/write-is-visible-in-the-next-get';

const replacedRule = 'caching/if-none-match-star-replaces-nothing';
const requiredRule = 'caching/write-without-required-if-match-answers-428';

/** Faults of writes that must be conditional. */
export const conditionFaults: readonly InjectedFault[] = [
  createFault('patch-needs-no-if-match', 'PATCH without If-Match is carried out.', requiredRule, () => ({
    around: { 'PATCH order': addAnyCondition },
  })),
  createSubtleFault('delete-needs-no-if-match', 'DELETE without If-Match is carried out.', requiredRule, () => ({
    around: { 'DELETE order': addAnyCondition },
  })),
].map((fault) => requireDialects(fault, 'if-match-required'));

function addAnyCondition(visit: RequestContext, next: (visit?: RequestContext) => Answer): Answer {
  return next({ ...visit, headers: { 'if-match': '*', ...visit.headers } });
}

/** Faults of a PUT that creates items, and must not replace one. */
export const creationConditionFaults: readonly InjectedFault[] = [
  createFault('put-ignores-if-none-match', 'PUT ignores If-None-Match.', replacedRule, () => ({
    around: { 'PUT order': ignoreField('if-none-match') },
  })),
  createSubtleFault(
    'put-evaluates-tags-only',
    'PUT evaluates the tags in If-None-Match, but not the asterisk.',
    replacedRule,
    () => ({ around: { 'PUT order': ignoreField('if-none-match', (field) => field.trim() === '*') } }),
  ),
].map((fault) => requireDialects(fault, 'etags', 'put-creates'));

/** Faults of entity tags, conditional requests and cached responses. */
export const cachingFaults: readonly InjectedFault[] = [
  ...shippedCachingFaults.slice(0, 1),
  ...[
    createSubtleFault(
      'if-none-match-compares-strongly',
      'GET with a weak entity tag in If-None-Match returns 200.',
      currentRule,
      () => ({
        around: { 'read order': ignoreField('if-none-match', (field) => field.includes('W/')) },
      }),
    ),
    createSubtleFault(
      'if-none-match-takes-no-list',
      'GET with several entity tags in If-None-Match returns 200.',
      currentRule,
      () => ({
        around: { 'read order': ignoreField('if-none-match', (field) => field.includes(',')) },
      }),
    ),
    createFault('if-none-match-is-always-answered-304', 'GET with any If-None-Match returns 304.', changedRule, () => ({
      around: {
        'read order': ({ order, service, headers }, next) =>
          order && headers['if-none-match'] ? createEmptyAnswer(304, createCacheFields(service, order)) : next(),
      },
    })),
    createFault('entity-tag-stays-after-patch', 'PATCH does not change the ETag of an order.', changedRule, () => ({
      around: {
        'PATCH order': ({ order }, next) => {
          const stamp = order?.stamp ?? 0;
          const answer = next();
          if (order) order.stamp = stamp;
          return answer;
        },
      },
    })),
    createSubtleFault(
      'entity-tag-ignores-the-note',
      'The ETag of an order does not depend on its note.',
      changedRule,
      () => ({
        stamp: ({ id, input, status }) =>
          Buffer.from(canonicalize([id, status, removeMembers(input, 'note')])).toString('base64url'),
      }),
    ),
    createFault('if-match-takes-one-tag', 'If-Match with several entity tags is always false.', listRule, () => ({
      around: { 'PUT order': refuseTags(/,/), 'PATCH order': refuseTags(/,/), 'DELETE order': refuseTags(/,/) },
    })),
    createSubtleFault('if-match-takes-the-first-tag', 'If-Match compares its first entity tag only.', listRule, () => ({
      around: { 'PUT order': refuseTags(/^"assay.*,/), 'PATCH order': refuseTags(/^"assay.*,/) },
    })),
    ...shippedCachingFaults.slice(1, 2),
    createSubtleFault('patch-ignores-if-match', 'PATCH ignores If-Match.', staleRule, () => ({
      around: { 'PATCH order': ignoreField('if-match') },
    })),
    createSubtleFault('delete-ignores-if-match', 'DELETE ignores If-Match.', removalRule, () => ({
      around: { 'DELETE order': ignoreField('if-match') },
    })),
    createSubtleFault(
      'failed-if-match-writes-anyway',
      'PUT and PATCH with a failed If-Match return 412, but are applied.',
      staleRule,
      () => ({ around: { 'PUT order': writeDespiteMismatch, 'PATCH order': writeDespiteMismatch } }),
    ),
  ].map((breakage) => requireDialects(breakage, 'etags')),
  ...shippedCachingFaults.slice(2),
  createSubtleFault('get-is-outdated-after-patch', 'GET returns the state from before PATCH.', nextRule, () => ({
    around: cacheReads('PATCH order'),
  })),
  ...[
    createFault('tag-ignores-the-priority', 'The entity tag stays when only the priority changes.', tagRule, () =>
      ignoreMember('priority'),
    ),
    createSubtleFault('tag-ignores-the-address', 'The entity tag stays when only the address changes.', tagRule, () =>
      ignoreMember('address'),
    ),
  ].map((fault) => requireDialects(fault, 'etags')),
  ...[
    createFault(
      'removed-order-answers-304',
      'GET of a removed order with any entity tag returns 304.',
      goneRule,
      () => ({
        around: { 'GET order': answerUnmodified(() => true) },
      }),
    ),
    createSubtleFault(
      'removed-order-answers-304-to-its-last-tag',
      'GET of a removed order with its last entity tag returns 304.',
      goneRule,
      () => {
        const tags = new Map<string, string | undefined>();
        return {
          around: {
            'read order': (visit, next) => {
              const answer = next();
              if (visit.order) tags.set(visit.id, answer.headers.etag);
              return answer;
            },
            'GET order': answerUnmodified(({ id, headers }) => headers['if-none-match'] === tags.get(id)),
          },
        };
      },
    ),
  ].map((fault) => requireDialects(fault, 'etags')),
];

const answerUnmodified =
  (isMeant: (visit: RequestContext) => boolean): OperationWrapper =>
  (visit, next) => {
    const isGone = !visit.order && visit.service.orders.removedIds.has(visit.id);
    return isGone && visit.headers['if-none-match'] !== undefined && isMeant(visit) ? createEmptyAnswer(304) : next();
  };

/** Keeps the entity tag of an order while nothing but one member changes. */
function ignoreMember(name: string): Pick<FaultSteps, 'stamp'> {
  const kept = new Map<string, { readonly others: string; readonly stamp: string }>();
  return {
    stamp: (order, correct) => {
      const others = JSON.stringify([order.status, { ...order.input, [name]: null }]);
      const known = kept.get(order.id);
      if (known?.others === others) return known.stamp;
      kept.set(order.id, { others, stamp: correct });
      return correct;
    },
  };
}

/** Answers a write with 412 if its If-Match has this form. */
const refuseTags =
  (form: RegExp): OperationWrapper =>
  (visit, next) =>
    form.test(visit.headers['if-match'] ?? '') ? createProblem(412, 'The order has changed.') : next();

function writeDespiteMismatch(visit: RequestContext, next: (visit?: RequestContext) => Answer): Answer {
  const answer = next();
  if (answer.status === 412) next(removeField(visit, 'if-match'));
  return answer;
}
