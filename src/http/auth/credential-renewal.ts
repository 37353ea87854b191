import { classifyRequest } from '../../model/classify-request.js';
import type { HttpResponse, RawResponse } from '../../model/exchange.js';
import { UnreachableError } from '../connectivity.js';
import type { ClientRequest } from '../exchange.js';
import type { Callers } from './credentials.js';
import { createTokenFetcher, type TokenContext } from './fetch-token.js';
import { createTokenStore, type ObtainedCredential, type TokenStore } from './token-store.js';

/** The refused request, two token requests (with and without the refresh token), and the repeated request. */
const maxRequestsWithRenewal = 4;

export function createCredentialRenewal(callers: Callers, context: TokenContext) {
  const stores = new Map<string, TokenStore>(
    Object.entries(callers).flatMap(([name, calling]) =>
      calling?.obtain
        ? [[name, createTokenStore(calling.obtain, createTokenFetcher(context, calling.certificate))] as const]
        : [],
    ),
  );
  return {
    /** The store of the caller of a request; undefined for one with a fixed, invented or missing credential. */
    storeOf: ({ as = 'full' }: ClientRequest) => stores.get(as),
    /** Obtains all missing credentials. Throws {@link UnreachableError}, which names all that cannot be obtained. */
    obtainAll: () => obtainAll([...stores.values()]),
    /** Maximum number of requests that one request may cause. */
    maxPerRequest: stores.size === 0 ? 1 : maxRequestsWithRenewal,
  };
}

/** Sends a request, and once more with a new credential after a 401 that refused the first one. */
export async function sendWithRenewal<T extends { answer: HttpResponse | RawResponse | undefined }>(
  store: TokenStore,
  request: ClientRequest,
  go: (held: ObtainedCredential) => Promise<T>,
): Promise<T> {
  const held = await store.getCredential();
  const first = await go(held);
  if (first.answer?.status !== 401 || hasOwnCredential(request, held)) return first;
  const another = await store.renew(held, classifyRequest(request.method, request.path));
  if (another === undefined) return first;
  const second = await go(another);
  if (second.answer?.status === 401) store.recordFutile(classifyRequest(request.method, request.path));
  return second;
}

/** Whether a request sets the credential field itself, so that a renewed credential would not change it. */
const hasOwnCredential = ({ headers = {} }: ClientRequest, { in: place, name }: ObtainedCredential): boolean =>
  place === 'header' && Object.keys(headers).some((own) => own.toLowerCase() === name);

async function obtainAll(stores: readonly TokenStore[]): Promise<void> {
  const ends = await Promise.allSettled(stores.map((store) => store.getCredential()));
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  const strange = failures.find((failure) => !(failure instanceof UnreachableError));
  if (strange) throw strange;
  if (failures.length > 0) throw new UnreachableError(failures.map(({ message }) => message).join('\n'));
}
