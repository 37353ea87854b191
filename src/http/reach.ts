import type { Client } from './exchange.js';

/** The target cannot be reached at all; the message says what to do about it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Knocks once at the base URL; any answer will do. Gives its status. Throws {@link Unreachable} when there is none. */
export async function reach(client: Client, baseUrl: string): Promise<number> {
  const { answer, silence } = await client.send({ method: 'GET', path: '/', role: 'survey' });
  if (answer) return answer.status;
  throw new Unreachable(`${baseUrl} cannot be reached: ${adviceFor(silence ?? 'no answer', baseUrl)}`);
}

const advice: readonly (readonly [RegExp, (url: URL) => string])[] = [
  [/ECONNREFUSED/, ({ host }) => `nothing listens on ${host}; start the service, or check the port`],
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `the name ${hostname} does not resolve; check its spelling and your DNS`],
  [
    /EPROTO|wrong version number|SSL routines|packet length/i,
    ({ host }) => `${host} does not speak TLS; try http:// instead of https://`,
  ],
  [/CERT|self.signed|unable to verify/i, ({ host }) => `the certificate of ${host} is not trusted`],
  [/no answer within/, () => 'it accepts connections but does not answer; raise limits.timeoutMs if it is only slow'],
  [
    /HPE_|Parse Error|Expected HTTP/i,
    ({ host }) => `${host} does not answer in HTTP; is it https://, or another protocol?`,
  ],
  [
    /UND_ERR_SOCKET|ECONNRESET|other side closed/,
    ({ host }) => `${host} closes the connection without an answer; is it https://, or another protocol?`,
  ],
];

function adviceFor(silence: string, baseUrl: string): string {
  const known = advice.find(([pattern]) => pattern.test(silence));
  return known ? `${known[1](new URL(baseUrl))} (${silence})` : silence;
}
