import type { ServiceChoices } from '../design/design.js';
import type { CallerFacts } from './facts.js';

/** What a caller sends with each request; for `session`, after POST of name and password to the login. */
export function writeCredentials(
  access: ServiceChoices['access'],
  { name, password, secret }: CallerFacts,
): { readonly headers: Readonly<Record<string, string>>; readonly query: string | undefined } {
  switch (access) {
    case 'bearer':
      return { headers: { authorization: `Bearer ${secret}` }, query: undefined };
    case 'basic':
      return {
        headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
        query: undefined,
      };
    case 'key-header':
      return { headers: { 'x-api-key': secret }, query: undefined };
    case 'key-query':
      return { headers: {}, query: `api_key=${secret}` };
    default:
      return { headers: {}, query: undefined };
  }
}
