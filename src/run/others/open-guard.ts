import type { ClientRequest } from '../../http/exchange.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import type { Collection } from '../../model/service/subject.js';
import { matchPathTemplate } from '../identity/fill-template.js';
import type { FindRoute, Route } from '../passive/route-table.js';
import type { RunInput } from '../run-input.js';
import { computeMaxAtOnce } from '../run-limits.js';
import { createCaseClient } from '../tools/case-client.js';
import type { ItemAddressing } from '../tools/item-addressing.js';
import { readSentObject } from './content-kind.js';
import { createEarnedWrites, type EarnedWrites } from './earned-writes.js';
import { type GuardedMeters, guardWrites } from './guard-writes.js';
import { isInvalidObject } from './is-invalid-object.js';
import { createOwnAddresses, type OwnAddressesContext } from './own-addresses.js';
import { type OthersWatch, watchOthers } from './watch-others.js';

/** Where requests lead, as it is known now. */
export interface Routes {
  readonly find: FindRoute;
  readonly collections: readonly Collection[];
}

/** What a guard is opened with. */
export interface OpenGuardOptions {
  readonly input: RunInput;
  readonly meter: RequestMeter;
  readonly addressing: ItemAddressing;
  readonly routes: Routes;
  readonly runMark: string;
  /** Whether the run created an item at a path. */
  readonly hasCreated: OwnAddressesContext['hasCreated'];
}

/** Opens the guard of the writes of a run, and the meters through which all of them are sent. */
export function openGuard({
  input,
  meter,
  addressing,
  routes,
  runMark,
  hasCreated,
}: OpenGuardOptions): GuardedMeters & { readonly watch: OthersWatch; readonly earned: EarnedWrites } {
  const { document, baseUrl, kept, seen, excluded, purges, limits, permit } = input;
  const mayDelete = permit === 'deletes' || permit === 'floods';
  // After the end of a run, what is read takes from what is reserved for the cleanup.
  const send: RequestMeter['send'] = (request) =>
    meter.end() === undefined ? meter.send(request) : meter.sendUnmetered(request);
  const openWire = () => createCaseClient({ ...meter, send }, 'others');
  const countStops = () => meter.listOutages().length + meter.starts.count();
  const getAccepted = addressing.getWorkingBody;
  const maxAtOnce = computeMaxAtOnce(limits);
  const watch = watchOthers({ openWire, baseUrl, document, runMark, seen, kept, countStops, getAccepted, maxAtOnce });
  const earned = createEarnedWrites({
    isReached: ({ name, remove }) =>
      addressing.getWorkingBody(name) !== undefined &&
      (!mayDelete || remove === undefined || addressing.hasRemoved(name)),
    isInvalid: (collection, method, sent) => isInvalidObject(collection, method, readSentObject(sent), document),
  });
  const addresses = createOwnAddresses({ openWire, baseUrl, maxAtOnce, hasCreated });
  const findRoute = (request: ClientRequest) => findCreationRoute(request, routes) ?? routes.find(request.path);
  const findCollection = (name: string) => routes.collections.find((one) => one.name === name);
  return {
    ...guardWrites(meter, { watch, earned, addresses, findRoute, findCollection, runMark, excluded, purges }),
    watch,
    earned,
  };
}

/** Items may be created at another path than that of their list. */
function findCreationRoute({ method, path }: ClientRequest, { collections }: Routes): Route | undefined {
  const plain = path.split('?')[0] ?? '';
  const found = collections.find(
    ({ create, creation }) =>
      create?.method === method &&
      method === 'POST' &&
      creation?.isNamed !== true &&
      creation !== undefined &&
      matchPathTemplate(creation.path, plain) !== undefined,
  );
  return found?.creation && { template: found.creation.path, kind: 'collection', collection: found.name };
}
