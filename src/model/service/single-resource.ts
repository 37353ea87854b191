import type { Operation } from './operation.js';

/**
 * A resource at a fixed path that existed before the run. The run may change it only because it can restore its content.
 */
export interface SingleResource {
  readonly path: string;
  readonly read: Operation;
  /** PUT with a described JSON body. */
  readonly replace?: Operation;
  /** POST at the same path, which creates the resource anew; only where DELETE is described, too. */
  readonly create?: Operation;
  readonly remove?: Operation;
  /** The members of an object that a client writes; undefined where the whole content is written. */
  readonly members?: readonly string[];
  /** The members that GET shows, as the document describes them. */
  readonly shown?: readonly string[];
}
