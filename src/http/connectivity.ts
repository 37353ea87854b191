import type { HttpResponse } from '../model/exchange.js';
import type { Client } from './exchange.js';

/** Thrown when the service cannot be reached; the message says what to do. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(
    message: string,
    /** Whether a server accepts requests, although its answers are not usable. */
    readonly isThere = false,
  ) {
    super(message);
  }
}

/** The status of any answer at the base URL. Throws {@link UnreachableError} without one, or for redirects elsewhere. */
export async function checkConnectivity(client: Client, baseUrl: string): Promise<number> {
  const { answer, silence } = await client.send({ method: 'GET', path: '/', role: 'survey' });
  if (!answer) {
    const advised = adviseOnNetworkError(silence ?? 'no answer', baseUrl);
    throw new UnreachableError(`${baseUrl} cannot be reached: ${advised}`, !noConnectionPattern.test(silence ?? ''));
  }
  if (answer.status === 400 && plainHttpPattern.test(answer.text))
    throw new UnreachableError(
      `${baseUrl} is a port for HTTPS: use ${baseUrl.replace(/^http:/, 'https:')} as the base URL`,
      true,
    );
  if (findForeignRedirect(answer, baseUrl) === undefined) return answer.status;
  // A redirect of the root to a documentation site says nothing about the other paths.
  const other = await client.send({ method: 'GET', path: nonexistentPath, role: 'survey' });
  const away = other.answer && findForeignRedirect(other.answer, baseUrl);
  if (other.answer && away)
    throw new UnreachableError(describeForeignRedirect(baseUrl, other.answer.status, away), true);
  return answer.status;
}

/** Errors before a connection was established. */
const noConnectionPattern =
  /^the proxy |ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT|EPROTO|SSL|CERT|certificate/;

/** What nginx, Go, Apache and Tomcat answer to HTTP at a port for HTTPS. */
const plainHttpPattern =
  /plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled|host and port requires TLS/i;

/** A path that does not exist, so that it is redirected only if every path is. */
const nonexistentPath = '/assay-knocks-here';

/** Target of a redirect to another origin. */
function findForeignRedirect({ status, headers: { location } }: HttpResponse, baseUrl: string): URL | undefined {
  if (status < 301 || status > 308 || typeof location !== 'string' || !URL.canParse(location, baseUrl))
    return undefined;
  const away = new URL(location, baseUrl);
  return away.origin === new URL(baseUrl).origin ? undefined : away;
}

function describeForeignRedirect(baseUrl: string, status: number, away: URL): string {
  const place = away.origin + away.pathname;
  if (!place.endsWith(nonexistentPath)) {
    return `${baseUrl} redirects every request with ${status} to ${place}, which is a login; give credentials with --header 'Authorization: Bearer …', or under auth in a profile`;
  }
  return `${baseUrl} redirects with ${status} to ${away.origin}/…: use ${place.slice(0, -nonexistentPath.length)} as the base URL`;
}

const networkErrorHints: readonly (readonly [RegExp, (url: URL) => string])[] = [
  [/^the proxy /, () => 'check --proxy, and the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY'],
  [/ECONNREFUSED/, ({ host }) => `nothing listens on ${host}; start the service, or check the port`],
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `the name ${hostname} does not resolve; check its spelling and your DNS`],
  [
    /certificate.required|bad.certificate|handshake.failure|unknown.ca/i,
    ({ host }) => `${host} requires a client certificate, or rejects the one it got; give one with --cert and --key`,
  ],
  [
    /EPROTO|wrong version number|SSL routines|packet length/i,
    ({ host }) => `${host} does not speak TLS; try http:// instead of https://`,
  ],
  [
    /CERT|self.signed|unable to (verify|get)/i,
    ({ host }) =>
      `the certificate of ${host} is not trusted; give its certificate authority with --ca, or skip the check with --insecure`,
  ],
  [
    /no answer within/,
    () =>
      'it accepts connections but does not answer; if it is only slow, give it more time with limits: { timeoutMs: 60000 } in a profile',
  ],
  [
    /HPE_|Parse Error|Expected HTTP/i,
    ({ host }) => `${host} does not answer in HTTP; is it https://, or another protocol?`,
  ],
  [
    /UND_ERR_SOCKET|ECONNRESET|other side closed/,
    ({ protocol, host }) =>
      protocol === 'https:'
        ? `${host} closes the connection without an answer; does it require a client certificate (--cert and --key), or use another protocol?`
        : `${host} closes the connection without an answer; is it https://, or another protocol?`,
  ],
];

export function adviseOnNetworkError(silence: string, baseUrl: string): string {
  const known = networkErrorHints.find(([pattern]) => pattern.test(silence));
  // Traces of OpenSSL have addresses and line breaks.
  const reason = silence.replace(/: [\dA-F]+:error:[\s\S]*$/, '');
  return known ? `${known[1](new URL(baseUrl))} (${reason})` : reason;
}
