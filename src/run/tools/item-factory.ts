import type { LedgerScope } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import { isEquivalent } from '../../model/difference.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { findMaxLength, type Identity, prepareBody } from '../identity/identity.js';
import type { CaseClient } from './case-client.js';
import type { ItemAddressing } from './item-addressing.js';
import { insertChosenId } from './named-creation.js';

/** What creating the items of a case requires. */
export interface ItemFactory {
  readonly collection: Collection;
  readonly wire: CaseClient;
  readonly ledger: LedgerScope;
  readonly baseUrl: string;
  readonly runMark: string;
  readonly addressing: ItemAddressing;
  readonly document: Json | undefined;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  readonly purges?: Purges | undefined;
  /** The most items that one case may create. */
  readonly maxItems: number;
  /** Wait after a creation before the item is used, in milliseconds. */
  readonly restMs: number;
}

/** Prepares a body for sending: with its marker, its unique members and the overrides of the profile. */
export function prepareItemBody(
  { collection, document }: Pick<ItemFactory, 'collection' | 'document'>,
  body: Json,
  identity: Identity,
  isMarked = false,
): Json {
  const { marker, create, semanticInvalid } = collection;
  const schema = create?.request?.schema;
  const markLimit = marker === undefined ? 0 : findMaxLength(schema, document, marker);
  // A body that the profile declares as invalid must not become valid by these changes.
  const isAsItIs = semanticInvalid.some((vouched) => isEquivalent(vouched, body));
  const prepared = prepareBody(collection, body, identity, { markLimit, isMarked, isAsItIs, schema, document });
  return isAsItIs ? prepared : insertChosenId(collection, prepared, identity);
}
