import { Unreachable } from '../connectivity.js';
import type { Answer, RawAnswer, Request } from '../exchange.js';
import type { Callers } from './credentials.js';
import { type Asking, askerOf } from './fetch-token.js';
import { type Held, type Keeper, keeperOf } from './token-store.js';

/** Where requests get the credential that their caller has to obtain. */
export interface Identification {
  /** The credential of who sends this. */
  of(request: Request): Promise<Held | undefined>;
  /**
   * Goes, and once more with another credential where a 401 says that the request was not carried out for want of one. A
   * caller whose credential is given, made up or missing is never repeated.
   */
  going<T extends { answer: Answer | RawAnswer | undefined }>(
    request: Request,
    go: (held: Held | undefined) => Promise<T>,
  ): Promise<T>;
  /** Obtains what nobody has obtained yet. Throws Unreachable, which names all that cannot be had. */
  introduce(): Promise<void>;
  /** Most requests that one may become. */
  readonly mostPerRequest: number;
}

/** One that is refused, two for another credential (with the refresh token, and without), and the one sent again. */
const withRenewal = 4;

/** Opens a keeper for each caller whose credential has to be obtained. */
export function identificationOf(callers: Callers, asking: Asking): Identification {
  const keepers = new Map<string, Keeper>(
    Object.entries(callers).flatMap(([name, calling]) =>
      calling?.obtain ? [[name, keeperOf(calling.obtain, askerOf(asking, calling.certificate))] as const] : [],
    ),
  );
  const keeperFor = ({ as = 'full' }: Request) => keepers.get(as);
  return {
    of: async (request) => keeperFor(request)?.current(),
    going(request, go) {
      const keeper = keeperFor(request);
      return keeper === undefined ? go(undefined) : renewing(keeper, request, go);
    },
    introduce: () => introduced([...keepers.values()]),
    mostPerRequest: keepers.size === 0 ? 1 : withRenewal,
  };
}

async function renewing<T extends { answer: Answer | RawAnswer | undefined }>(
  keeper: Keeper,
  request: Request,
  go: (held: Held) => Promise<T>,
): Promise<T> {
  const held = await keeper.current();
  const first = await go(held);
  if (first.answer?.status !== 401 || hasOwn(request, held)) return first;
  const another = await keeper.anew(held, shapeOf(request));
  if (another === undefined) return first;
  const second = await go(another);
  if (second.answer?.status === 401) keeper.inVain(shapeOf(request));
  return second;
}

/** What requests for different items have in common. */
const shapeOf = ({ method, path }: Request): string =>
  `${method} ${path.replace(/[?#].*$/s, '').replace(/[^/]*(\d|[^/]{20})[^/]*/g, '*')}`;

/** Whether a request brings a credential of its own in the same place, which no other one would change. */
const hasOwn = ({ headers = {} }: Request, { in: place, name }: Held): boolean =>
  place === 'header' && Object.keys(headers).some((own) => own.toLowerCase() === name);

async function introduced(keepers: readonly Keeper[]): Promise<void> {
  const ends = await Promise.allSettled(keepers.map((keeper) => keeper.current()));
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
  const strange = failures.find((failure) => !(failure instanceof Unreachable));
  if (strange) throw strange;
  if (failures.length > 0) throw new Unreachable(failures.map(({ message }) => message).join('\n'));
}
