import type { RequestToSign } from '../model/profile/hooks.js';
import type { SentRecord } from '../model/recorded-exchange.js';
import type { ClientRequest } from './exchange.js';

/** Returns header fields to add to a request. */
export type RequestSigner = (
  request: RequestToSign,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** Callers whose requests must be refused, so that they are not signed. */
const unsignedCallers = new Set(['none', 'invalid', 'expired', 'wrongPassword']);

/** Adds the fields of the signer to a request. Returns a text if it fails: then nothing may be sent. */
export async function signRequest(
  request: ClientRequest,
  sign: RequestSigner,
  prepared: Pick<RequestToSign, 'url' | 'headers'>,
): Promise<ClientRequest | string> {
  const { method, content, as: caller = 'full' } = request;
  if (unsignedCallers.has(caller)) return request;
  try {
    const fields = await sign({ method, content, caller, ...prepared });
    const named = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return { ...request, signature: Object.fromEntries(named) };
  } catch (error) {
    return `not sent: hooks.signRequest failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What is shown in place of the value of such a field. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown
const shownSignature = '${signRequest}';

/** Shows the names of the added fields in the record of a request, without their values. */
export const hideSignature = (record: SentRecord, signature: ClientRequest['signature']): SentRecord =>
  signature === undefined
    ? record
    : {
        ...record,
        headers: {
          ...record.headers,
          ...Object.fromEntries(Object.keys(signature).map((name) => [name, shownSignature])),
        },
      };
