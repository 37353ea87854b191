import type { Client } from '../../http/exchange.js';
import { permissions } from '../../model/permission.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { createFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { trimTrailingSlash } from '../../openapi/recognize/words.js';
import { createOperation } from '../items/describe-writes.js';
import { findAllowedMethods } from './allowed-methods.js';

const itemRoles = [
  ['read', 'GET'],
  ['replace', 'PUT'],
  ['patch', 'PATCH'],
  ['remove', 'DELETE'],
] as const;

/** Whether the run may create an item to learn from the responses: it may write, on this machine or where the user permits guesses. */
export const mayTryCreation = (known: DeclaredService): boolean =>
  mayWriteTo(known) && (known.isLoopback === true || known.mayGuess === true);

const mayWriteTo = ({ permit }: DeclaredService): boolean =>
  permissions.indexOf(permit) >= permissions.indexOf('writes');

/**
 * Describes the operations of an empty list that no document describes: a minimal object is sent, and the calibration
 * learns from the responses what else is required, and which operations exist. Only where the run may write, and the
 * service runs on this machine or the user permits guesses.
 */
export async function describeEmpty(base: Collection, known: DeclaredService, client: Client) {
  const { path } = base;
  const advice = `${path}: is empty, so the form of an item is unknown; to create items, declare resources[].create`;
  if (!mayWriteTo(known)) return { collection: base, notes: [advice] };
  if (!mayTryCreation(known)) return { collection: base, notes: [`${advice}, or try a minimal object with --guess`] };
  const { methods, postType } = await findAllowedMethods(path, undefined, known, client);
  const evidence = methods.get('POST');
  if (evidence === undefined) return { collection: base, notes: [advice] };
  const itemPath = `${trimTrailingSlash(path)}/{id}`;
  const request = { mediaType: postType, schema: { type: 'object', properties: {} } };
  const read = createOperation('GET', itemPath, 'assumed');
  return {
    collection: {
      ...base,
      itemPath,
      create: { ...createOperation('POST', path, 'assumed'), request },
      read,
      head: createOperation('HEAD', itemPath, 'assumed'),
      replace: { ...createOperation('PUT', itemPath, 'assumed'), request },
      patch: {
        ...createOperation('PATCH', itemPath, 'assumed'),
        request: { ...request, mediaType: 'application/json' },
      },
      remove: createOperation('DELETE', itemPath, 'assumed'),
      facts: [
        ...base.facts,
        createFact('create', `POST ${path}`, 'assumed', evidence),
        ...itemRoles.map(([role, method]) => createFact(role, `${method} ${itemPath}`, 'assumed', evidence)),
      ],
    },
    notes: [`${path}: is empty, so a minimal object is sent, to learn from the responses what an item needs`],
  };
}
