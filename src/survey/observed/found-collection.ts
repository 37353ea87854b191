import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { ItemSample } from '../items/sample-items.js';
import type { ObservedPage } from './observed-page.js';

/** A collection that was found by asking, with what its list showed. */
export interface FoundCollection {
  readonly collection: Collection;
  readonly entries: readonly Json[];
  readonly look: ObservedPage;
  /** One of its items, where one could be looked at. */
  readonly sample?: ItemSample;
}

/** What was found without a document and without a word in the profile. */
export interface Exploration {
  readonly found: readonly FoundCollection[];
  readonly notes: readonly string[];
}
