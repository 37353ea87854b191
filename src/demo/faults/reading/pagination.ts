import { createProblem } from '../../service/http/answer.js';
import type { PageSteps } from '../../service/pages/pages.js';
import type { RequestContext } from '../../service/request-context.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../fault.js';

const sizeRule = 'pagination/page-size-is-honoured';
const onceRule = 'pagination/paging-shows-every-item-once';
const endRule = 'pagination/paging-ends';
const lastRule = 'pagination/last-page-has-no-next-link';
const nextRule = 'pagination/next-link-works-unchanged';
const insertionRule = 'pagination/cursor-survives-insertion';
const removalRule = 'pagination/cursor-survives-removal';

const createPagingSteps = (steps: PageSteps) => () => ({ paging: steps });

/** Faults of walking from page to page; those of limits and totals are in their own file. */
export const walkFaults: readonly InjectedFault[] = [
  createFault(
    'page-size-is-ignored',
    'The requested page size is ignored.',
    sizeRule,
    createPagingSteps({
      size: (_, sound, { service }) => (typeof sound === 'number' ? service.settings.defaultSize : sound),
    }),
  ),
  createSubtleFault(
    'page-has-one-entry-too-many',
    'A page has one entry more than the requested page size.',
    sizeRule,
    createPagingSteps({ size: (asked, sound) => (asked !== null && typeof sound === 'number' ? sound + 1 : sound) }),
  ),
  createSubtleFault(
    'later-pages-ignore-the-size',
    'From the second page on, pages have the default size.',
    sizeRule,
    createPagingSteps({
      size: (_, sound, { query, service }) =>
        typeof sound === 'number' && query.has(service.pages.startName) ? service.settings.defaultSize : sound,
    }),
  ),
  createSubtleFault(
    'later-page-skips-an-order',
    'The third page and later pages skip one order.',
    onceRule,
    createPagingSteps({ next: ({ start }, sound) => (start > 0 && sound !== undefined ? sound + 1 : sound) }),
  ),
  createSubtleFault(
    'page-repeats-the-last-entry',
    'A page with several entries begins with the last entry of the page before.',
    onceRule,
    createPagingSteps({ next: ({ size }, sound) => (size > 1 && sound !== undefined ? sound - 1 : sound) }),
  ),
  createSubtleFault(
    'full-last-page-is-never-linked',
    'A full last page is not linked as the next page.',
    onceRule,
    createPagingSteps({
      next: (page, sound) => (sound !== undefined && isLastPageFull(page, sound) ? undefined : sound),
    }),
  ),
  createFault(
    'last-page-links-to-the-first',
    'The last of several pages links to the first page as the next one.',
    endRule,
    createPagingSteps({ next: ({ start }, sound) => sound ?? (start > 0 ? 0 : undefined) }),
  ),
  createFault(
    'last-page-links-to-itself',
    'The last page links to itself as the next one.',
    [endRule, lastRule],
    createPagingSteps({ next: ({ start }, sound) => sound ?? start }),
  ),
  createSubtleFault(
    'full-last-page-links-to-an-empty-one',
    'A full last page links to an empty page, which links to itself.',
    [endRule, lastRule],
    createPagingSteps({
      next: ({ start, size, orders }, sound) =>
        sound ??
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
  createSubtleFault('third-page-is-not-found', 'The next link of the second page returns 404.', nextRule, () => {
    const depths = new Map<number, number>();
    return {
      paging: {
        start: (asked, sound) =>
          asked !== null && typeof sound === 'number' && (depths.get(sound) ?? 0) > 1
            ? createProblem(404, 'There is no such page.')
            : sound,
        next: ({ start }, sound) => {
          if (sound !== undefined) depths.set(sound, (start === 0 ? 0 : (depths.get(start) ?? 0)) + 1);
          return sound;
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
          start: (asked, sound, { service }) => {
            const known = asked !== null && typeof sound === 'number' ? newest.get(sound) : undefined;
            return known !== undefined && known < service.orders.sequence.lastPosition ? 0 : sound;
          },
          next: ({ visit }, sound) => {
            if (sound !== undefined) newest.set(sound, visit.service.orders.sequence.lastPosition);
            return sound;
          },
        },
      };
    },
  ),
  createSubtleFault(
    'cursor-of-a-removed-order-leads-to-the-first-page',
    'A cursor that points to a removed order leads to the first page.',
    removalRule,
    createPagingSteps({ start: (_, sound, visit) => (isStale(sound, visit) ? 0 : sound) }),
  ),
  createSubtleFault(
    'stale-cursor-answers-500',
    'The newest cursor returns 500 when the order it points to was removed.',
    'pagination/stale-cursors-are-not-a-server-error',
    () => {
      let given: number | undefined;
      return {
        paging: {
          start: (_, sound, visit) =>
            sound === given && isStale(sound, visit) ? createProblem(500, 'It was there before.') : sound,
          next: (_, sound) => {
            given = sound ?? given;
            return sound;
          },
        },
      };
    },
  ),
];

type NextStep = NonNullable<PageSteps['next']>;

/** Whether the page after a position is a full last page. */
const isLastPageFull = ({ size, total, visit }: Parameters<NextStep>[0], next: number): boolean =>
  total % size === 0 && visit.service.orders.sequence.after(next, size + 1).length <= size;

const listAll = ({ service }: RequestContext) => service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);

/** Whether a position is that of a removed order. */
const isStale = (start: unknown, { service }: RequestContext): boolean =>
  typeof start === 'number' && start > 0 && service.orders.sequence.after(start - 1, 1)[0]?.position !== start;
