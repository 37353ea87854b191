import type { IncomingHttpHeaders } from 'node:http';

/** A request before its target is resolved. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
  readonly address: string;
  /** The replica that received it, if there are several. */
  readonly replica?: number;
  /** Resolves at the end of the exchange: whether the response was sent before the client closed the connection. */
  wasHandedOver(): Promise<boolean>;
}

export function splitTarget({ target }: Request): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '', search] = target.replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s);
  return { path, query: new URLSearchParams(search) };
}
