import { type Exchange, getHeader } from '#rule';

/** The max-age of a response in seconds (RFC 9111 §5.2.2); undefined where it has none. */
export function readMaxAge({ answer }: Exchange): number | undefined {
  const told = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(getHeader(answer, 'cache-control') ?? '')?.[1];
  return told === undefined ? undefined : Number(told);
}
