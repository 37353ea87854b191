import type { HeaderFields } from './exchange.js';

/** An exchange as recorded on the tape. */
export interface RecordedExchange {
  readonly n: number;
  readonly role?: string;
  readonly request: SentRecord;
  readonly answer?: GotRecord & { readonly ms: number };
  readonly silence?: string;
}

/** A recorded request. */
export interface SentRecord {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly content?: string;
}

/** A recorded response; `cutFrom` is the full length of cut content. */
export interface GotRecord {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly content?: string;
  readonly cutFrom?: number;
}
