import type { HttpResponse } from '../model/exchange.js';
import type { Client } from './exchange.js';

/** The target cannot be reached at all; the message says what to do about it. */
export class UnreachableError extends Error {
  override readonly name = 'Unreachable';

  constructor(
    message: string,
    /** Whether there is somebody who takes requests, though nothing can be made of the answers. */
    readonly isThere = false,
  ) {
    super(message);
  }
}

/**
 * Knocks at the base URL; any answer will do. Gives its status. Throws {@link UnreachableError} when there is none, and when
 * everything below the base URL is sent away to another origin, where nothing is followed.
 */
export async function checkConnectivity(client: Client, baseUrl: string): Promise<number> {
  const { answer, silence } = await client.send({ method: 'GET', path: '/', role: 'survey' });
  if (!answer) {
    const advised = adviseOnNetworkError(silence ?? 'no answer', baseUrl);
    throw new UnreachableError(`${baseUrl} cannot be reached: ${advised}`, !noConnectionPattern.test(silence ?? ''));
  }
  if (findForeignRedirect(answer, baseUrl) === undefined) return answer.status;
  // A root that leads to a site with documentation says nothing of the rest.
  const other = await client.send({ method: 'GET', path: nonexistentPath, role: 'survey' });
  const away = other.answer && findForeignRedirect(other.answer, baseUrl);
  if (other.answer && away)
    throw new UnreachableError(describeForeignRedirect(baseUrl, other.answer.status, away), true);
  return answer.status;
}

/** Silences in which no connection was made at all. */
const noConnectionPattern =
  /^the proxy |ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT|EPROTO|SSL|CERT|certificate/;

/** A path that no service has, so that only a redirect of everything answers it with one. */
const nonexistentPath = '/assay-knocks-here';

/** Where an answer sends us, when that is another origin. */
function findForeignRedirect({ status, headers: { location } }: HttpResponse, baseUrl: string): URL | undefined {
  if (status < 301 || status > 308 || typeof location !== 'string' || !URL.canParse(location, baseUrl))
    return undefined;
  const away = new URL(location, baseUrl);
  return away.origin === new URL(baseUrl).origin ? undefined : away;
}

function describeForeignRedirect(baseUrl: string, status: number, away: URL): string {
  const place = away.origin + away.pathname;
  if (!place.endsWith(nonexistentPath)) {
    return `${baseUrl} answers everything with ${status} to ${place}: it wants a login there; give credentials with --header 'Authorization: Bearer …', or under auth in a profile`;
  }
  return `${baseUrl} answers ${status} to ${away.origin}/…: use ${place.slice(0, -nonexistentPath.length)} as the base URL`;
}

/** What to do about a silence, by what it says. */
const networkErrorHints: readonly (readonly [RegExp, (url: URL) => string])[] = [
  [/^the proxy /, () => 'check --proxy, and the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY'],
  [/ECONNREFUSED/, ({ host }) => `nothing listens on ${host}; start the service, or check the port`],
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `the name ${hostname} does not resolve; check its spelling and your DNS`],
  [
    /certificate.required|bad.certificate|handshake.failure|unknown.ca/i,
    ({ host }) =>
      `${host} asks for a certificate of ours, or does not accept the one it got; give one with --cert and --key`,
  ],
  [
    /EPROTO|wrong version number|SSL routines|packet length/i,
    ({ host }) => `${host} does not speak TLS; try http:// instead of https://`,
  ],
  [
    /CERT|self.signed|unable to (verify|get)/i,
    ({ host }) => `the certificate of ${host} is not trusted; name who vouches for it with --ca, or say --insecure`,
  ],
  [/no answer within/, () => 'it accepts connections but does not answer; raise limits.timeoutMs if it is only slow'],
  [
    /HPE_|Parse Error|Expected HTTP/i,
    ({ host }) => `${host} does not answer in HTTP; is it https://, or another protocol?`,
  ],
  [
    /UND_ERR_SOCKET|ECONNRESET|other side closed/,
    ({ protocol, host }) =>
      protocol === 'https:'
        ? `${host} closes the connection without an answer; does it ask for a certificate of ours (--cert and --key), or speak another protocol?`
        : `${host} closes the connection without an answer; is it https://, or another protocol?`,
  ],
];

/** What can be done about a silence, with its own words. */
export function adviseOnNetworkError(silence: string, baseUrl: string): string {
  const known = networkErrorHints.find(([pattern]) => pattern.test(silence));
  return known ? `${known[1](new URL(baseUrl))} (${silence})` : silence;
}
