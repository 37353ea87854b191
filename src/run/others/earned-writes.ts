import type { ClientRequest } from '../../http/exchange.js';
import { UnsentError } from '../../limits/request-meter.js';
import { isEquivalent } from '../../model/difference.js';
import type { Cause } from '../../model/result/cause.js';
import type { Collection } from '../../model/service/subject.js';
import type { Route } from '../passive/route-table.js';
import { type ContentKind, readSentObject, type SentParts } from './content-kind.js';

/**
 * The kinds of content in the order in which a run sends the first of each: a valid object, one with a member of a wrong type, one
 * without a member, an object without members, no object, no content, no JSON.
 */
export const rungs = [
  'valid',
  'wrong member',
  'missing member',
  'no members',
  'no object',
  'empty',
  'no JSON',
] as const;
export type Rung = (typeof rungs)[number];

/** The methods whose content has these kinds. */
export type ContentMethod = 'POST' | 'PUT' | 'PATCH';

/** Content that a check wants to send, and that milder content has not earned yet. */
export interface WantedRung {
  readonly collection: string;
  readonly method: ContentMethod;
  readonly rung: Rung;
}

/** The labels of requests of checks: those of what prepares a run have no suite. */
const rulePattern = /^[^@]*\/[^@]*@/;

/** How the labels of requests begin that earn kinds of content. */
export const earningTrial = 'earn@';

/** Why content of a kind cannot be tried. */
export interface EarningFailure {
  readonly cause: Cause;
  readonly why: string;
}

/** What is known of a collection. */
export interface EarnedOptions {
  readonly isReached: (collection: Collection) => boolean;
  /** Whether an object breaks the schema of such a request. */
  readonly isInvalid: (collection: Collection, method: ContentMethod, sent: SentParts) => boolean;
}

/** Which kinds of content were sent without harm, by collection and method. */
export function createEarnedWrites({ isReached, isInvalid }: EarnedOptions) {
  const earned = new Map<string, number>();
  const failures = new Map<string, EarningFailure>();
  const wanted = new Map<string, WantedRung[]>();
  const turns = new Map<string, Promise<void>>();
  const getKey = ({ collection, method }: Omit<WantedRung, 'rung'>) => `${method} ${collection}`;
  const listMissing = (want: WantedRung) =>
    rungs.slice((earned.get(getKey(want)) ?? 0) + 1, rungs.indexOf(want.rung) + 1);
  return {
    /**
     * Ends the case where the content is not earned yet. Throws {@link UnsentError}, and remembers what the check wants; where
     * it cannot be earned, with the cause of that.
     */
    require(request: ClientRequest, route: Route, kind: ContentKind, collection: Collection): void {
      const method = findMethod(request, route);
      // What prepares a run sends valid content only, as far as it knows.
      if (method === undefined || !rulePattern.test(request.trial ?? '')) return;
      const want = { collection: collection.name, method };
      const known = earned.get(getKey(want)) ?? 0;
      if (known === rungs.length - 1) return;
      const rung = findRung(
        kind,
        known,
        () => isInvalid(collection, method, request) || isDeclaredInvalid(collection, request),
      );
      if (rungs.indexOf(rung) <= known) return;
      const failure = failures.get(getKey(want));
      const name = `${method} of content that is not valid is not sent to ${collection.name}`;
      if (failure !== undefined) throw new UnsentError(failure.cause, `${name}: ${failure.why}`);
      const { trial = '' } = request;
      wanted.set(trial, [...(wanted.get(trial) ?? []), { ...want, rung }]);
      throw new UnsentError('budget', `${name} before milder content was seen to harm no others`);
    },
    /** What a check wanted since the last call. */
    takeWanted(trial: string): readonly WantedRung[] {
      const found = wanted.get(trial) ?? [];
      wanted.delete(trial);
      return found;
    },
    /** Earns what is missing up to this kind, one after the other for each method of a collection. */
    earn(want: WantedRung, go: () => Promise<void>): Promise<void> {
      const own = (turns.get(getKey(want)) ?? Promise.resolve()).then(async () => {
        if (listMissing(want).length > 0 && !failures.has(getKey(want))) await go();
      });
      turns.set(getKey(want), own);
      return own;
    },
    /** The kinds up to this one that are to be tried, mildest first. */
    listMissing,
    /** Whether an item was created, found, and removed where that is possible: nothing but valid objects is sent before. */
    isReached,
    recordEarned: (want: WantedRung) => void earned.set(getKey(want), rungs.indexOf(want.rung)),
    /** Records that kinds from this one on cannot be tried. */
    recordFailure: (want: WantedRung, failure: EarningFailure) => void failures.set(getKey(want), failure),
  };
}

export type EarnedWrites = ReturnType<typeof createEarnedWrites>;

/** Creations and writes of items have kinds of content; actions and other addresses have not. */
function findMethod({ method }: ClientRequest, { kind }: Route): ContentMethod | undefined {
  if (method === 'POST' && kind === 'collection') return method;
  return (method === 'PUT' || method === 'PATCH') && kind === 'item' ? method : undefined;
}

/** The content is examined only as long as an invalid object is not earned. */
function findRung(kind: ContentKind, known: number, isInvalid: () => boolean): Rung {
  if (kind === 'array') return 'no JSON';
  if (kind !== 'object') return kind;
  return known < rungs.indexOf('missing member') && isInvalid() ? 'missing member' : 'valid';
}

/** Whether the profile declares such a body as invalid. */
function isDeclaredInvalid({ semanticInvalid, invalidPatches = [] }: Collection, sent: SentParts): boolean {
  const object = readSentObject(sent);
  return object !== undefined && [...semanticInvalid, ...invalidPatches].some((one) => isEquivalent(one, object));
}
