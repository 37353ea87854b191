import { changeMembers } from '../../../src/demo/faults/alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../../src/demo/faults/fault.js';
import { createPagingSteps, pageLimitFaults as shippedFaults, unboundedSize } from '../../../src/demo/faults/lists.js';
import { type Answer, createEmptyAnswer, createProblem } from '../../../src/demo/service/http/answer.js';
import { isObject } from '../../../src/demo/service/http/json.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';
import { requireOtherRules } from '../marks.js';

const boundRule = 'pagination/list-without-parameters-is-bounded';
const maximumRule = 'pagination/maximum-page-size-is-kept';
const sameRule = 'pagination/page-size-over-maximum-is-handled-consistently';
const valueRule = 'pagination/invalid-paging-values-are-not-a-server-error';
const forgedRule = 'pagination/forged-cursors-are-not-a-server-error';
const emptyRule = 'pagination/empty-result-is-an-empty-page';
const totalRule = 'pagination/total-counts-the-items';

const reportedRule = 'pagination/reported-page-size-is-right';
const failedAnswer = createProblem(500, 'That did not compute.');

/** Faults of page sizes, invalid parameters, empty lists and totals. */
export const pageLimitFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  ...[
    createSubtleFault(
      'default-page-has-one-entry-too-many',
      'A list without a requested page size has one entry more than the default.',
      boundRule,
      createPagingSteps({
        size: (asked, correct) => (asked === null && typeof correct === 'number' ? correct + 1 : correct),
      }),
    ),
    createFault(
      'maximum-page-size-is-ignored',
      'A page may have more entries than the maximum page size.',
      maximumRule,
      createPagingSteps({ size: (asked, correct) => (isWholeNumber(asked) ? Number(asked) : correct) }),
    ),
    createSubtleFault(
      'maximum-page-size-plus-one-is-accepted',
      'A page may have one entry more than the maximum.',
      maximumRule,
      createPagingSteps({
        size: (asked, correct, visit) => (Number(asked) === getMaximum(visit) + 1 ? Number(asked) : correct),
      }),
    ),
    createFault(
      'page-size-over-maximum-gives-the-default',
      'A page size above the maximum gives the default size, but is documented to be clamped.',
      maximumRule,
      createPagingSteps({
        size: (asked, correct, visit) =>
          isWholeNumber(asked) && Number(asked) > getMaximum(visit) ? visit.service.settings.defaultSize : correct,
      }),
    ),
    createSubtleFault(
      'negative-page-size-gives-everything',
      'A negative page size returns all entries.',
      valueRule,
      createPagingSteps({ size: (asked, correct) => (asked?.startsWith('-') ? unboundedSize : correct) }),
    ),
    createSubtleFault('forged-cursor-gives-everything', 'An invalid cursor returns all entries.', forgedRule, () => {
      const forged = new WeakSet<RequestContext>();
      return {
        paging: {
          start: (_, correct, visit) => {
            if (typeof correct === 'number') return correct;
            forged.add(visit);
            return 0;
          },
          select: (_, correct, visit) =>
            forged.has(visit) ? visit.service.orders.sequence.slice(0, unboundedSize) : correct,
        },
      };
    }),
  ].map((breakage) => requireDialects(breakage, 'small-pages')),
  requireDialects(
    createFault(
      'archive-refuses-what-orders-clamp',
      'One collection refuses a page size above the maximum.',
      sameRule,
      () => ({
        paging: {
          size: (asked, correct, visit) =>
            visit.resource === 'archive' && Number(asked) > getMaximum(visit)
              ? createProblem(400, 'That is too much.')
              : correct,
        },
        around: { 'read document': (_, next) => addRefusal(next()) },
      }),
    ),
    'two-collections',
  ),
  createFault(
    'pages-of-a-hundred-have-one-entry-more',
    'A page above the documented maximum of 100 has one entry more.',
    maximumRule,
    createPagingSteps({
      size: (asked, correct, visit) => (Number(asked) > getMaximum(visit) ? getMaximum(visit) + 1 : correct),
    }),
  ),
  createSubtleFault(
    'twice-the-maximum-answers-500',
    'A page size of at least twice the maximum returns 500.',
    maximumRule,
    createPagingSteps({
      size: (asked, correct, visit) =>
        isWholeNumber(asked) && Number(asked) >= 2 * getMaximum(visit) ? failedAnswer : correct,
    }),
  ),
  createFault(
    'page-size-with-letters-answers-500',
    'A page size with a letter in it returns 500.',
    valueRule,
    createPagingSteps({ size: (asked, correct) => (/[a-z]/i.test(asked ?? '') ? failedAnswer : correct) }),
  ),
  createSubtleFault(
    'huge-page-size-answers-500',
    'A page size with more digits than a number can hold returns 500.',
    valueRule,
    createPagingSteps({ size: (asked, correct) => (/^\d{16,}$/.test(asked ?? '') ? failedAnswer : correct) }),
  ),
  requireDialects(
    createSubtleFault(
      'negative-offset-answers-500',
      'A negative offset returns 500.',
      valueRule,
      createPagingSteps({ start: (asked, correct) => (asked?.startsWith('-') ? failedAnswer : correct) }),
    ),
    'pagination-offset',
  ),
  createFault(
    'forged-cursor-answers-500',
    'An invalid cursor returns 500.',
    forgedRule,
    createPagingSteps({ start: (_, correct) => (typeof correct === 'number' ? correct : failedAnswer) }),
  ),
  createFault(
    'empty-list-answers-404',
    'A list without entries returns 404.',
    [emptyRule, 'document/described-address-is-there'],
    createPagingSteps({
      show: ({ total }, correct) => (total === 0 ? createProblem(404, 'There are none.') : correct),
    }),
  ),
  requireOtherRules(
    createSubtleFault(
      'emptied-list-answers-204',
      'Once the last order is removed, the list returns 204.',
      [emptyRule, 'document/response-has-a-described-status'],
      createPagingSteps({ show: (page, correct) => (isEmptied(page) ? createEmptyAnswer(204) : correct) }),
    ),
    'document/response-has-a-described-status',
  ),
  requireOtherRules(
    createSubtleFault(
      'emptied-list-is-null',
      'Once the last order is removed, the list has null instead of its entries.',
      [emptyRule, 'document/response-matches-its-schema'],
      createPagingSteps({
        show: (page, correct) =>
          isEmptied(page) && isObject(correct.body) ? { ...correct, body: { ...correct.body, items: null } } : correct,
      }),
    ),
    'document/response-matches-its-schema',
  ),
  ...[
    createFault(
      'total-counts-the-page',
      'The total is the requested page size when there are more entries.',
      totalRule,
      createPagingSteps({
        total: (correct, { query, service }) => Math.min(correct, Number(query.get(service.pages.sizeName) ?? correct)),
      }),
    ),
    createSubtleFault(
      'total-stops-at-three',
      'The total is never more than three.',
      totalRule,
      createPagingSteps({ total: (correct) => Math.min(correct, 3) }),
    ),
    createSubtleFault(
      'total-ignores-a-removal',
      'The total includes the order that was removed last.',
      totalRule,
      () => ({
        paging: { total: (correct, { service }) => correct + Math.min(1, service.orders.removedIds.size) },
      }),
    ),
  ].map((breakage) => requireDialects(breakage, 'pagination-offset')),
  ...[
    createFault(
      'pages-report-the-default-size',
      'Each page reports the default page size.',
      reportedRule,
      createPagingSteps({ show: ({ visit }, correct) => reportSize(correct, visit.service.settings.defaultSize) }),
    ),
    createSubtleFault(
      'small-pages-report-three',
      'A page of less than three entries reports a size of three.',
      reportedRule,
      createPagingSteps({ show: ({ size }, correct) => reportSize(correct, Math.max(size, 3)) }),
    ),
  ].map((breakage) => requireDialects(breakage, 'pagination-spring')),
];

const reportSize = (answer: Answer, size: number): Answer => changeMembers(answer, (body) => ({ ...body, size }));

/** Documents the behaviour of the archive correctly. */
function addRefusal(answer: Answer): Answer {
  const { body } = answer;
  if (!isObject(body) || !isObject(body.paths)) return answer;
  const archivePath = JSON.stringify(body.paths['/archive'] ?? null).replace(
    /is clamped to \d+/,
    'is rejected with 400',
  );
  return { ...answer, body: { ...body, paths: { ...body.paths, '/archive': JSON.parse(archivePath) } } };
}

const isWholeNumber = (asked: string | null): boolean => /^[1-9]\d{0,5}$/.test(asked ?? '');

const getMaximum = ({ service }: RequestContext): number => service.settings.maximumSize;

/** Whether the list is empty and was not before. */
const isEmptied = ({ total, visit }: { readonly total: number; readonly visit: RequestContext }): boolean =>
  total === 0 && visit.service.orders.removedIds.size > 0;
