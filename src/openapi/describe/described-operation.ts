import type { JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';

/** One operation of a document, and why it cannot be used, when it cannot. */
export interface DescribedOperation {
  readonly operation: Operation;
  /** Path as the document has it. */
  readonly path: string;
  /** Where it stands: `#/paths/~1orders/post`. */
  readonly evidence: string;
  readonly raw: JsonObject;
  readonly unusable: string | undefined;
}
