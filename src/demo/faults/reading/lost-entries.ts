import { isSuccess } from '../alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../fault.js';

const sameRule = 'pagination/small-pages-show-what-large-pages-show';
const listedRule = 'pagination/created-items-are-listed';

/** Faults of lists that lose entries: of others in small pages, or created ones altogether. */
export const lostEntryFaults: readonly InjectedFault[] = [
  ...[
    createFault(
      'small-archive-pages-skip-an-order',
      'The second page of the archive skips an order.',
      sameRule,
      () => ({
        paging: {
          select: ({ start }, correct, { resource }) =>
            resource === 'archive' && start > 0 ? correct.slice(1) : correct,
        },
      }),
    ),
    createSubtleFault(
      'archive-pages-of-one-repeat-an-order',
      'Pages of the archive begin with the first order again.',
      sameRule,
      () => ({
        paging: {
          select: ({ start, size }, correct, { resource, service }) =>
            resource === 'archive' && start > 0
              ? [...service.orders.sequence.slice(0, 1), ...correct.slice(1, size)]
              : correct,
        },
      }),
    ),
  ].map((fault) => requireDialects(fault, 'two-collections')),
  createFault('created-orders-are-never-listed', 'No order that is created appears in the list.', listedRule, () => ({
    around: {
      'POST orders': (visit, next) => {
        const answer = next();
        if (isSuccess(answer) && answer.made) visit.service.orders.sequence.remove(answer.made);
        return answer;
      },
    },
  })),
  createSubtleFault(
    'some-orders-are-not-listed',
    'Every second order that is created does not appear in the list.',
    listedRule,
    () => {
      let made = 0;
      return {
        around: {
          'POST orders': (visit, next) => {
            const answer = next();
            made += 1;
            if (isSuccess(answer) && answer.made && made % 2 === 0) visit.service.orders.sequence.remove(answer.made);
            return answer;
          },
        },
      };
    },
  ),
];
