import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { Sample } from '../items/sample-items.js';
import type { Look } from './observed-page.js';

/** A collection that was found by asking, with what its list showed. */
export interface Found {
  readonly collection: Collection;
  readonly entries: readonly Json[];
  readonly look: Look;
  /** One of its items, where one could be looked at. */
  readonly sample?: Sample;
}

/** What was found without a document and without a word in the profile. */
export interface Surroundings {
  readonly found: readonly Found[];
  readonly notes: readonly string[];
}
