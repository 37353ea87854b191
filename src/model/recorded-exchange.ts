import type { HeaderFields } from './exchange.js';

/** An exchange as recorded on the tape: redacted, content limited in length. */
export interface RecordedExchange {
  readonly n: number;
  readonly role?: string;
  readonly request: SentRecord;
  readonly answer?: GotRecord & { readonly ms: number };
  /** Why there is no answer. */
  readonly silence?: string;
}

/** A recorded request. */
export interface SentRecord {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly content?: string;
}

/** A recorded response; `cutFrom` is the length of the content as received, in characters, when it was cut. */
export interface GotRecord {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly content?: string;
  readonly cutFrom?: number;
}
