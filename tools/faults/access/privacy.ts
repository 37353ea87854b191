import {
  admitIf,
  isOtherTenant,
  isRequestFor,
  performAndRefuse,
  privacyFaults as shippedFaults,
} from '../../../src/demo/faults/callers.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { homeTenant } from '../../../src/demo/service/access/callers.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const readRule = 'access/private-items-cannot-be-read-by-others';
const changeRule = 'access/private-items-cannot-be-changed-by-others';
const searchRule = 'access/private-items-are-not-found-by-others';
const listedRule = 'access/listed-private-items-cannot-be-read-by-others';
const listRule = 'access/private-items-are-not-listed-for-others';

/** Faults of the separation of tenants. */
const leaks: readonly InjectedFault[] = [
  createSubtleFault(
    'other-tenant-reads-an-order-read-twice',
    'GET of an order that its tenant has read twice returns it to every tenant.',
    readRule,
    () => {
      const reads = new Map<string, number>();
      return admitIf((visit) => {
        if (!isRequestFor(visit, 'GET', 'order')) return false;
        if (visit.caller?.role === 'full') reads.set(visit.id, (reads.get(visit.id) ?? 0) + 1);
        return isOtherTenant(visit) && (reads.get(visit.id) ?? 0) > 1;
      });
    },
  ),
  createSubtleFault(
    'other-tenant-reads-action-records',
    'GET of the record of an action returns it to every tenant.',
    readRule,
    () => admitIf((visit) => isOtherTenant(visit) && isRequestFor(visit, 'GET', 'action')),
  ),
  createFault('other-tenant-may-delete', 'DELETE of an order by another tenant removes it.', changeRule, () =>
    admitIf((visit) => isOtherTenant(visit) && isRequestFor(visit, 'DELETE', 'order')),
  ),
  createSubtleFault(
    'other-tenant-patch-is-refused-but-carried-out',
    'PATCH by another tenant is applied and then answered with 403.',
    changeRule,
    () => performAndRefuse((visit) => isOtherTenant(visit) && isRequestFor(visit, 'PATCH', 'order')),
  ),
  createFault('list-shows-all-tenants', "GET of the list returns another tenant's orders.", listRule, () => ({
    around: { 'GET orders': useFirstTenant(() => true) },
  })),
  createSubtleFault(
    'list-without-a-size-shows-all-tenants',
    "GET of the list without a limit returns another tenant's orders.",
    listRule,
    () => ({
      around: { 'GET orders': useFirstTenant(({ query, service }) => !query.has(service.pages.sizeName)) },
    }),
  ),
  createFault(
    'other-tenant-reads-orders-from-before-the-start',
    'GET of an order that existed before the start returns it to every tenant.',
    listedRule,
    () => admitToOldOrders(() => true),
  ),
  createSubtleFault(
    'other-tenant-reads-old-urgent-orders',
    'GET of an order of high priority that existed before the start returns it to every tenant.',
    listedRule,
    () => admitToOldOrders((priority) => priority === 'high'),
  ),
];

/** Orders from before the start: those of some priorities are shown to every tenant. */
function admitToOldOrders(isMeant: (priority: string) => boolean): FaultSteps {
  const old = new Map<string, string>();
  const admitted = admitIf(
    (visit) =>
      isOtherTenant(visit) &&
      isRequestFor(visit, 'GET', 'order') &&
      old.has(visit.id) &&
      isMeant(old.get(visit.id) ?? ''),
  );
  return {
    ...admitted,
    around: {
      ...admitted.around,
      'GET orders': ({ service, caller }, next) => {
        for (const priority of old.size === 0 && caller?.role === 'full' ? ['low', 'normal', 'high'] : [])
          old.set(service.orders.make({ customer: 'Grace', quantity: 1, priority }).id, priority);
        return next();
      },
    },
  };
}

const foundByOthers: readonly InjectedFault[] = [
  createFault('search-finds-orders-of-all-tenants', "A search finds another tenant's orders.", searchRule, () => ({
    around: { 'GET orders': useFirstTenant(({ query }) => query.has('q')) },
  })),
  createSubtleFault(
    'search-for-small-letters-finds-orders-of-all-tenants',
    "A search for a word of small letters finds another tenant's orders.",
    searchRule,
    () => ({ around: { 'GET orders': useFirstTenant(({ query }) => /^[a-z]+$/.test(query.get('q') ?? '')) } }),
  ),
];

/** These faults need a dialect with private orders. */
export const privacyFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  ...leaks.map((one) => requireDialects(one, 'access-bearer')),
  ...foundByOthers.map((one) => requireDialects(one, 'access-bearer', 'filtered-lists')),
];

const useFirstTenant =
  (isMeant: (visit: RequestContext) => boolean): OperationWrapper =>
  (visit, next) =>
    isOtherTenant(visit) && isMeant(visit) ? next({ ...visit, service: visit.service.inTenant(homeTenant) }) : next();
