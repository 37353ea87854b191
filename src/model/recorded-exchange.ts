import type { HeaderFields } from './exchange.js';

/** An exchange as it stands on the tape. */
export interface RecordedExchange {
  readonly n: number;
  readonly role?: string;
  readonly request: SentRecord;
  readonly answer?: GotRecord & { readonly ms: number };
  readonly silence?: string;
}

/** A request as written down. */
export interface SentRecord {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  readonly content?: string;
}

/** An answer as written down; `cutFrom` is the full length of content that was cut. */
export interface GotRecord {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly content?: string;
  readonly cutFrom?: number;
}
