import type { OtherClientRequest } from '../../worlds/world.js';
import type { Request } from '../http/request.js';
import { keyField, keyMember } from '../keys/key-carrier.js';
import type { Settings } from '../settings.js';
import { createCredentialFields, createDemoCredentials } from './callers.js';

/** Address of clients that are not under test. */
const otherAddress = '198.51.100.7';

let keyCount = 0;

/** Creates a request of another client with all rights, with an idempotency key where one is required. */
export function createOtherClientRequest(settings: Settings, { method, target, content }: OtherClientRequest): Request {
  const { access, areKeysRequired, keyCarrier } = settings;
  const known =
    access === 'open' ? { headers: {}, query: {} } : createCredentialFields(createDemoCredentials(access).full);
  const search = new URLSearchParams(known.query).toString();
  keyCount += 1;
  const key = `neighbour-${keyCount}`;
  const isKeyed = method === 'POST' && areKeysRequired;
  const body = isKeyed && keyCarrier === 'body' ? { ...content, [keyMember]: key } : content;
  const field = keyCarrier === 'sf-string' ? `"${key}"` : key;
  return {
    method,
    target: search === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${search}`,
    headers: {
      ...known.headers,
      ...(body !== undefined && {
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      }),
      ...(isKeyed && keyCarrier !== 'body' && { [keyField.toLowerCase()]: field }),
    },
    content: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    address: otherAddress,
    wasHandedOver: async () => true,
  };
}
