import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who may ask a server: only pages of its own address, with its token as the first part of the path. */
export interface ServedAddress {
  readonly host: string;
  readonly token: string;
}

export interface ServedRequest {
  /** Status of a refusal. */
  readonly refused?: number;
  readonly page: 'report' | 'live' | 'replay';
  readonly number: number;
}

const refuse = (refused: number): ServedRequest => ({ refused, page: 'report', number: 0 });

/** Decides what a request asks for. A wrong host is the sign of a name that resolves to this machine for the page of another site. */
export function checkRequest(
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { host, token }: ServedAddress,
): ServedRequest {
  if (headers.host !== host) return refuse(403);
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) return refuse(403);
  const [, given = '', path] = /^\/([^/]*)(\/[^?]*)?/.exec(url) ?? [];
  if (!isEqual(given, token)) return refuse(404);
  const number = /^\/replay\/([1-9]\d{0,3})$/.exec(path ?? '')?.[1];
  const page = number !== undefined ? 'replay' : path === '/' ? 'report' : path === '/live' ? 'live' : undefined;
  if (page === undefined) return refuse(404);
  const isAllowed = ['GET', 'HEAD'].includes(method) || (page === 'replay' && method === 'POST');
  return isAllowed ? { page, number: Number(number) } : refuse(405);
}

/** Takes the same time for each wrong text. */
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
