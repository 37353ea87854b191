import type { PageSteps } from '../service/request-context.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from './fault.js';

export const createPagingSteps = (steps: PageSteps) => () => ({ paging: steps });

/** Faults of walking from page to page; those of limits and totals are in their own file. */
export const walkFaults: readonly InjectedFault[] = [
  createFault(
    'page-size-is-ignored',
    'The requested page size is ignored.',
    'pagination/page-size-is-honoured',
    createPagingSteps({
      size: (_, correct, { service }) => (typeof correct === 'number' ? service.settings.defaultSize : correct),
    }),
  ),
  createSubtleFault(
    'later-page-skips-an-order',
    'The third page and later pages skip one order.',
    'pagination/paging-shows-every-item-once',
    createPagingSteps({ next: ({ start }, correct) => (start > 0 && correct !== undefined ? correct + 1 : correct) }),
  ),
];

/** Faults of page sizes, invalid parameters, empty lists and totals. */
export const pageLimitFaults: readonly InjectedFault[] = [
  createFault(
    'list-without-parameters-is-unbounded',
    'A list without a requested page size has no limit.',
    'pagination/list-without-parameters-is-bounded',
    createPagingSteps({ size: (asked, correct) => (asked === null ? unboundedSize : correct) }),
  ),
].map((fault) => requireDialects(fault, 'small-pages'));

export const filterFaults: readonly InjectedFault[] = [
  createFault(
    'filter-is-ignored',
    'A filtered list has all orders.',
    ['filters/filtered-list-has-only-matching-items', 'filters/bounded-list-has-what-is-in-its-range'],
    () => ({ paging: { filter: () => true } }),
  ),
].map((fault) => requireDialects(fault, 'filtered-lists'));

export const unboundedSize = Number.MAX_SAFE_INTEGER;
