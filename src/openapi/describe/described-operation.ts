import type { JsonObject } from '../../model/json.js';
import type { Content, Operation } from '../../model/service/operation.js';

/** An operation of a document, and why it cannot be used, if so. */
export interface DescribedOperation {
  readonly operation: Operation;
  /** Path as in the document. */
  readonly path: string;
  /** Its place: `#/paths/~1orders/post`. */
  readonly evidence: string;
  readonly raw: JsonObject;
  readonly unusable: string | undefined;
  /** The content of one item, where a request takes a list of items. */
  readonly listRequest?: Content;
}
