import { changeMembers } from '../../../src/demo/faults/alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../../src/demo/faults/fault.js';
import { createPagingSteps, walkFaults as shippedFaults } from '../../../src/demo/faults/lists.js';
import { type Answer, createProblem } from '../../../src/demo/service/http/answer.js';
import type { PageSteps, RequestContext } from '../../../src/demo/service/request-context.js';

const sizeRule = 'pagination/page-size-is-honoured';
const onceRule = 'pagination/paging-shows-every-item-once';
const endRule = 'pagination/paging-ends';
const lastRule = 'pagination/last-page-has-no-next-link';
const nextRule = 'pagination/next-link-works-unchanged';
const linksRule = 'pagination/page-links-lead-to-their-pages';
const insertionRule = 'pagination/cursor-survives-insertion';
const removalRule = 'pagination/cursor-survives-removal';

/** Faults of walking from page to page; those of limits and totals are in their own file. */
export const walkFaults: readonly InjectedFault[] = [
  ...shippedFaults.slice(0, 1),
  createSubtleFault(
    'page-has-one-entry-too-many',
    'A page has one entry more than the requested page size.',
    sizeRule,
    createPagingSteps({
      size: (asked, correct) => (asked !== null && typeof correct === 'number' ? correct + 1 : correct),
    }),
  ),
  createSubtleFault(
    'later-pages-ignore-the-size',
    'From the second page on, pages have the default size.',
    sizeRule,
    createPagingSteps({
      size: (_, correct, { query, service }) =>
        typeof correct === 'number' && query.has(service.pages.startName) ? service.settings.defaultSize : correct,
    }),
  ),
  ...shippedFaults.slice(1),
  createSubtleFault(
    'page-repeats-the-last-entry',
    'A page with several entries begins with the last entry of the page before.',
    onceRule,
    createPagingSteps({ next: ({ size }, correct) => (size > 1 && correct !== undefined ? correct - 1 : correct) }),
  ),
  createSubtleFault(
    'full-last-page-is-never-linked',
    'A full last page is not linked as the next page.',
    onceRule,
    createPagingSteps({
      next: (page, correct) => (correct !== undefined && isLastPageFull(page, correct) ? undefined : correct),
    }),
  ),
  createSubtleFault(
    'page-behind-a-changed-order-skips-one',
    'The page behind one with a changed order skips one order.',
    onceRule,
    createPagingSteps({
      next: ({ orders }, correct) =>
        correct !== undefined && orders.some(({ revision }) => revision > 1) ? correct + 1 : correct,
    }),
  ),
  requireDialects(
    createSubtleFault(
      'small-offsets-are-ignored',
      'A page of at most two orders is the first one, whatever the offset.',
      endRule,
      createPagingSteps({
        start: (_, correct, { query, service }) =>
          Number(query.get(service.pages.sizeName) ?? Number.NaN) <= 2 && typeof correct === 'number' ? 0 : correct,
      }),
    ),
    'pagination-offset',
  ),
  createFault(
    'last-page-links-to-the-first',
    'The last of several pages links to the first page as the next one.',
    endRule,
    createPagingSteps({ next: ({ start }, correct) => correct ?? (start > 0 ? 0 : undefined) }),
  ),
  createFault(
    'last-page-links-to-itself',
    'The last page links to itself as the next one.',
    [endRule, lastRule],
    createPagingSteps({ next: ({ start }, correct) => correct ?? start }),
  ),
  createSubtleFault(
    'full-last-page-links-to-an-empty-one',
    'A full last page links to an empty page, which links to itself.',
    [endRule, lastRule],
    createPagingSteps({
      next: ({ start, size, orders }, correct) =>
        correct ??
        (orders.length === size ? orders.at(-1)?.position : orders.length === 0 && start > 0 ? start : undefined),
    }),
  ),
  requireDialects(
    createFault(
      'next-link-omits-the-size',
      'The link to the next page does not carry the requested page size.',
      nextRule,
      createPagingSteps({ link: ({ after = '' }) => ({ after }) }),
    ),
    'pagination-link',
  ),
  requireDialects(
    createSubtleFault(
      'later-next-links-have-two-ports',
      'From the second page on, the next link has its port twice.',
      nextRule,
      createPagingSteps({
        show: ({ start }, correct) =>
          start === 0
            ? correct
            : changeMembers(correct, ({ next = null, ...body }) => ({
                ...body,
                next: typeof next === 'string' ? next.replace(/(:\d+)(?=\/)/, '$1$1') : next,
              })),
      }),
    ),
    'pagination-drf',
  ),
  createSubtleFault('third-page-is-not-found', 'The next link of the second page returns 404.', nextRule, () => {
    const depths = new Map<number, number>();
    return {
      paging: {
        start: (asked, correct) =>
          asked !== null && typeof correct === 'number' && (depths.get(correct) ?? 0) > 1
            ? createProblem(404, 'There is no such page.')
            : correct,
        next: ({ start }, correct) => {
          if (correct !== undefined) depths.set(correct, (start === 0 ? 0 : (depths.get(start) ?? 0)) + 1);
          return correct;
        },
      },
    };
  }),
  createFault(
    'cursor-is-an-offset',
    'The cursor is an offset, so an insertion or removal shifts the pages.',
    removalRule,
    createPagingSteps({
      select: ({ start, size }, _, { service }) => service.orders.sequence.slice(start, size),
      next: ({ start, size, total }) => (start + size < total ? start + size : undefined),
    }),
  ),
  createFault(
    'newest-first-by-offset',
    'Pages begin with the newest order, and the cursor is an offset.',
    [insertionRule, removalRule],
    createPagingSteps({
      select: ({ start, size }, _, visit) =>
        listAll(visit)
          .reverse()
          .slice(start, start + size),
      next: ({ start, size, total }) => (start + size < total ? start + size : undefined),
    }),
  ),
  createSubtleFault(
    'insertion-invalidates-cursors',
    'A cursor from before an insertion leads to the first page.',
    insertionRule,
    () => {
      const newest = new Map<number, number>();
      return {
        paging: {
          start: (asked, correct, { service }) => {
            const known = asked !== null && typeof correct === 'number' ? newest.get(correct) : undefined;
            return known !== undefined && known < service.orders.sequence.lastPosition ? 0 : correct;
          },
          next: ({ visit }, correct) => {
            if (correct !== undefined) newest.set(correct, visit.service.orders.sequence.lastPosition);
            return correct;
          },
        },
      };
    },
  ),
  createSubtleFault(
    'cursor-of-a-removed-order-leads-to-the-first-page',
    'A cursor that points to a removed order leads to the first page.',
    removalRule,
    createPagingSteps({ start: (_, correct, visit) => (isStale(correct, visit) ? 0 : correct) }),
  ),
  createSubtleFault(
    'stale-cursor-answers-500',
    'The newest cursor returns 500 when the order it points to was removed.',
    'pagination/stale-cursors-are-not-a-server-error',
    () => {
      let given: number | undefined;
      return {
        paging: {
          start: (_, correct, visit) =>
            correct === given && isStale(correct, visit) ? createProblem(500, 'It was there before.') : correct,
          next: (_, correct) => {
            given = correct ?? given;
            return correct;
          },
        },
      };
    },
  ),
  ...[
    createFault(
      'last-link-leads-past-the-end',
      'The link to the last page leads to the page after it, which is empty.',
      linksRule,
      createPagingSteps({ show: (_, correct) => moveLink(correct, 'last', (page) => page + 1) }),
    ),
    createSubtleFault(
      'previous-link-of-later-pages-leads-to-the-first',
      'The link from the third page to the previous one leads to the first.',
      linksRule,
      createPagingSteps({ show: (_, correct) => moveLink(correct, 'prev', () => 1) }),
    ),
  ].map((fault) => requireDialects(fault, 'pagination-page')),
];

/** A page whose link of a relation has another page number. */
function moveLink(answer: Answer, relation: string, change: (page: number) => number): Answer {
  const link = String(answer.headers?.link ?? '').replace(
    new RegExp(`\\bpage=(\\d+)([^>]*>; rel="${relation}")`),
    (_, page: string, rest: string) => `page=${change(Number(page))}${rest}`,
  );
  return { ...answer, headers: { ...answer.headers, ...(link !== '' && { link }) } };
}

type NextStep = NonNullable<PageSteps['next']>;

/** Whether the page after a position is a full last page. */
const isLastPageFull = ({ size, total, visit }: Parameters<NextStep>[0], next: number): boolean =>
  total % size === 0 && visit.service.orders.sequence.after(next, size + 1).length <= size;

const listAll = ({ service }: RequestContext) => service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);

/** Whether a position is that of a removed order. */
const isStale = (start: unknown, { service }: RequestContext): boolean =>
  typeof start === 'number' && start > 0 && service.orders.sequence.after(start - 1, 1)[0]?.position !== start;
