import type { LedgerScope } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import { isEquivalent } from '../../model/difference.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { findMaxLength, type Identity, prepareBody } from '../identity/identity.js';
import type { CaseClient } from './case-client.js';
import type { ItemAddressing } from './item-addressing.js';

/** What the items of a case are made with. */
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
  /** How long what was made is left alone before it is used, in milliseconds. */
  readonly restMs: number;
}

/** A body as it is sent: with its mark, its unique members and what must be as it is put in. */
export function prepareItemBody(
  { collection, document }: ItemFactory,
  body: Json,
  identity: Identity,
  isMarked = false,
): Json {
  const { marker, create, semanticInvalid } = collection;
  const schema = create?.request?.schema;
  const markLimit = marker === undefined ? 0 : findMaxLength(schema, document, marker);
  // A body that the profile vouches for to be wrong must not be mended by what is put in.
  const isAsItIs = semanticInvalid.some((vouched) => isEquivalent(vouched, body));
  return prepareBody(collection, body, identity, { markLimit, isMarked, isAsItIs, schema, document });
}
