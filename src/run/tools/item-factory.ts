import type { Ledger } from '../../ledger/entry.js';
import type { Purges } from '../../ledger/purge-steps.js';
import { same } from '../../model/difference.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { type Identity, longestAt, worded } from '../identity/identity.js';
import type { Wire } from './case-client.js';
import type { Addressing } from './item-addressing.js';

/** What the items of a case are made with. */
export interface Workshop {
  readonly collection: Collection;
  readonly wire: Wire;
  readonly ledger: Ledger;
  readonly baseUrl: string;
  readonly runMark: string;
  readonly addressing: Addressing;
  readonly document: Json | undefined;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  readonly purges?: Purges | undefined;
  /** How long what was made is left alone before it is used, in milliseconds. */
  readonly restMs: number;
}

/** A body as it is sent: with its mark, its unique members and what must be as it is put in. */
export function dress({ collection, document }: Workshop, body: Json, identity: Identity, isMarked = false): Json {
  const { marker, create, semanticInvalid } = collection;
  const schema = create?.request?.schema;
  const markLimit = marker === undefined ? 0 : longestAt(schema, document, marker);
  // A body that the profile vouches for to be wrong must not be mended by what is put in.
  const isAsItIs = semanticInvalid.some((vouched) => same(vouched, body));
  return worded(collection, body, identity, { markLimit, isMarked, isAsItIs, schema, document });
}
