import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { ItemSample } from '../items/sample-items.js';
import type { ObservedPage } from './observed-page.js';

/** A collection found by requests, with its list. */
export interface FoundCollection {
  readonly collection: Collection;
  readonly entries: readonly Json[];
  readonly look: ObservedPage;
  /** One of its items, if one could be read. */
  readonly sample?: ItemSample;
}

/** What was found without a document and without a profile. */
export interface Exploration {
  readonly found: readonly FoundCollection[];
  readonly notes: readonly string[];
  /** Paths whose GET returns JSON that is no list. */
  readonly views?: readonly string[];
}
