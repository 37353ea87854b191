import type { IncomingHttpHeaders } from 'node:http';

/** A request as it came in, before anything is known about its target. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
  /** Where it came from. */
  readonly address: string;
  /** Which of several replicas has it, where there are several. */
  readonly replica?: number;
  /** Settles when the exchange is over: whether the answer was handed over before the client left. */
  wasHandedOver(): Promise<boolean>;
}
