import type { Exchange } from '#rule';

/** A response that blames the service: 500, or a connection that ended without one. */
export function findServerFailure({ answer, silence }: Exchange): string | undefined {
  if (silence !== undefined) return findBrokenConnection({ silence });
  return answer?.status === 500 ? 'the server returned 500' : undefined;
}

/** A connection that ended without a response. */
export const findBrokenConnection = ({ silence }: Pick<Exchange, 'silence'>): string | undefined =>
  silence !== undefined && brokenConnection.test(silence)
    ? 'the server ended the connection without a response'
    : undefined;

const brokenConnection = /ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|socket hang up|closed without an answer/;
