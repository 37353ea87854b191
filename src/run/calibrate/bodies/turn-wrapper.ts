import type { Method } from '../../../model/exchange.js';
import { findFact, type Operation } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';

/**
 * Sends items without the wrapper in which the service shows them, or with it: an item that was read does not tell which of both a
 * creation takes. Undefined where a document or the profile tells, or where there is no wrapper.
 */
export function turnWrapper(collection: Collection): Collection | undefined {
  const { envelope, facts } = collection;
  const fact = findFact(collection, 'envelope');
  if (envelope?.style !== 'member' || envelope.response === undefined || fact?.provenance !== 'observed')
    return undefined;
  const { request, ...others } = envelope;
  const turned = request === undefined ? { ...envelope, request: envelope.response } : others;
  const told = facts.map((one) => (one === fact ? { ...fact, value: { ...turned } } : one));
  return { ...collection, envelope: turned, facts: told };
}

/** How items are sent since their wrapper was turned. */
export const describeTurn = ({ name, envelope }: Collection): string =>
  envelope?.style === 'member' && envelope.request !== undefined
    ? `${name}: items are sent in the member "${envelope.request}", without which they are refused`
    : `${name}: items are sent as they are, because the service refuses them in the member in which it shows them`;

/** The member in which a write has the item, where nothing describes its content: the service may take it in that of creations only. */
export function findAssumedWrapper({ envelope }: Collection, write: Operation | undefined): string | undefined {
  if (write?.request === undefined || write.provenance === 'described' || envelope?.style !== 'member')
    return undefined;
  return envelope.plain?.includes(write.method) ? undefined : envelope.request;
}

/** Sends items as they are with a method. */
export const sendPlain = (collection: Collection, method: Method): Collection =>
  collection.envelope?.style === 'member'
    ? {
        ...collection,
        envelope: { ...collection.envelope, plain: [...(collection.envelope.plain ?? []), method] },
      }
    : collection;
