import { homeTenant } from '../../service/access/callers.js';
import type { Visit } from '../../service/request-context.js';
import { type Around, type Breakage, fault, inDialect, subtle } from '../fault.js';
import { doneAndRefused } from '../writing/refusals.js';
import { isOf, letsIn } from './access.js';

const readRule = 'access/private-items-are-read-by-nobody-else';
const changeRule = 'access/private-items-are-changed-by-nobody-else';
const listRule = 'access/private-items-are-listed-for-nobody-else';

/** Faults of the wall between tenants. */
const leaks: readonly Breakage[] = [
  fault('others-read-by-id', 'GET of an order is served to another tenant who knows its id.', readRule, () =>
    letsIn((visit) => isOther(visit) && isOf(visit, 'GET', 'order')),
  ),
  subtle(
    'others-read-what-was-read-twice',
    'GET of an order that its tenant has read twice is served to all tenants.',
    readRule,
    () => {
      const reads = new Map<string, number>();
      return letsIn((visit) => {
        if (!isOf(visit, 'GET', 'order')) return false;
        if (visit.caller?.role === 'full') reads.set(visit.id, (reads.get(visit.id) ?? 0) + 1);
        return isOther(visit) && (reads.get(visit.id) ?? 0) > 1;
      });
    },
  ),
  subtle('others-read-the-records', 'GET of the record of an action is served to all tenants.', readRule, () =>
    letsIn((visit) => isOther(visit) && isOf(visit, 'GET', 'action')),
  ),
  fault('others-may-delete', 'DELETE of an order is served to another tenant who knows its id.', changeRule, () =>
    letsIn((visit) => isOther(visit) && isOf(visit, 'DELETE', 'order')),
  ),
  subtle(
    'others-patch-is-refused-and-done',
    'PATCH of another tenant is answered 403 after it was applied.',
    changeRule,
    () => doneAndRefused((visit) => isOther(visit) && isOf(visit, 'PATCH', 'order')),
  ),
  fault('list-shows-all-tenants', 'GET of the list shows another tenant the orders of the first.', listRule, () => ({
    around: { 'GET orders': ofTheFirstTenant(() => true) },
  })),
  subtle(
    'list-without-a-size-shows-all-tenants',
    'GET of the list without a limit shows another tenant the orders of the first.',
    listRule,
    () => ({
      around: { 'GET orders': ofTheFirstTenant(({ query, service }) => !query.has(service.pages.sizeName)) },
    }),
  ),
];

/** The faults of the wall, where there is one. */
export const privacyFaults: readonly Breakage[] = leaks.map((one) => inDialect(one, 'access-bearer'));

const isOther = ({ caller }: Visit): boolean => caller?.role === 'otherTenant';

const ofTheFirstTenant =
  (isMeant: (visit: Visit) => boolean): Around =>
  (visit, next) =>
    isOther(visit) && isMeant(visit) ? next({ ...visit, service: visit.service.inTenant(homeTenant) }) : next();
