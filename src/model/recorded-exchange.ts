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

/** What is recorded of the content of a message; neither member for a message without content. */
interface ContentRecord {
  readonly content?: string;
  /**
   * The length of the content as received, if not all of it was recorded: in characters, or in octets where it was not
   * decoded. Without `content`, nothing of it was recorded.
   */
  readonly cutFrom?: number;
}

export interface SentRecord extends ContentRecord {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
}

export interface GotRecord extends ContentRecord {
  readonly status: number;
  readonly headers: HeaderFields;
}
