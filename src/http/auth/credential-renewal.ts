import type { HttpResponse, RawResponse } from '../../model/exchange.js';
import { UnreachableError } from '../connectivity.js';
import type { ClientRequest } from '../exchange.js';
import type { Callers } from './credentials.js';
import { createTokenFetcher, type TokenContext } from './fetch-token.js';
import { createTokenStore, type ObtainedCredential, type TokenStore } from './token-store.js';

/** Where requests get the credential that their caller has to obtain. */
export interface CredentialRenewal {
  /** The credential of who sends this. */
  getCredential(request: ClientRequest): Promise<ObtainedCredential | undefined>;
  /**
   * Goes, and once more with another credential where a 401 says that the request was not carried out for want of one. A
   * caller whose credential is given, made up or missing is never repeated.
   */
  sendWithCredential<T extends { answer: HttpResponse | RawResponse | undefined }>(
    request: ClientRequest,
    go: (held: ObtainedCredential | undefined) => Promise<T>,
  ): Promise<T>;
  /** Obtains what nobody has obtained yet. Throws Unreachable, which names all that cannot be had. */
  obtainAll(): Promise<void>;
  /** Most requests that one may become. */
  readonly maxPerRequest: number;
}

/** One that is refused, two for another credential (with the refresh token, and without), and the one sent again. */
const maxRequestsWithRenewal = 4;

/** Opens a keeper for each caller whose credential has to be obtained. */
export function createCredentialRenewal(callers: Callers, asking: TokenContext): CredentialRenewal {
  const keepers = new Map<string, TokenStore>(
    Object.entries(callers).flatMap(([name, calling]) =>
      calling?.obtain
        ? [[name, createTokenStore(calling.obtain, createTokenFetcher(asking, calling.certificate))] as const]
        : [],
    ),
  );
  const keeperFor = ({ as = 'full' }: ClientRequest) => keepers.get(as);
  return {
    getCredential: async (request) => keeperFor(request)?.getCredential(),
    sendWithCredential(request, go) {
      const keeper = keeperFor(request);
      return keeper === undefined ? go(undefined) : sendWithRenewal(keeper, request, go);
    },
    obtainAll: () => obtainAll([...keepers.values()]),
    maxPerRequest: keepers.size === 0 ? 1 : maxRequestsWithRenewal,
  };
}

async function sendWithRenewal<T extends { answer: HttpResponse | RawResponse | undefined }>(
  keeper: TokenStore,
  request: ClientRequest,
  go: (held: ObtainedCredential) => Promise<T>,
): Promise<T> {
  const held = await keeper.getCredential();
  const first = await go(held);
  if (first.answer?.status !== 401 || hasOwnCredential(request, held)) return first;
  const another = await keeper.renew(held, classifyRequest(request));
  if (another === undefined) return first;
  const second = await go(another);
  if (second.answer?.status === 401) keeper.recordFutile(classifyRequest(request));
  return second;
}

/** What requests for different items have in common. */
const classifyRequest = ({ method, path }: ClientRequest): string =>
  `${method} ${path.replace(/[?#].*$/s, '').replace(/[^/]*(\d|[^/]{20})[^/]*/g, '*')}`;

/** Whether a request brings a credential of its own in the same place, which no other one would change. */
const hasOwnCredential = ({ headers = {} }: ClientRequest, { in: place, name }: ObtainedCredential): boolean =>
  place === 'header' && Object.keys(headers).some((own) => own.toLowerCase() === name);

async function obtainAll(keepers: readonly TokenStore[]): Promise<void> {
  const ends = await Promise.allSettled(keepers.map((keeper) => keeper.getCredential()));
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  const strange = failures.find((failure) => !(failure instanceof UnreachableError));
  if (strange) throw strange;
  if (failures.length > 0) throw new UnreachableError(failures.map(({ message }) => message).join('\n'));
}
