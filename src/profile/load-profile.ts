import { dirname, resolve } from 'node:path';
import type { Json } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import { type Problem, refuse } from '../model/profile/profile-error.js';
import { callersIn } from './auth/caller-requests.js';
import { callersOf } from './auth/callers.js';
import { decideBase, isLoopback } from './connection/base-url.js';
import { connectionsOf } from './connection/connections.js';
import { resourcesIn } from './declared-resources.js';
import { defaultLimits, permission } from './defaults.js';
import type { ReadProfile } from './file/file-content.js';
import { spokenSource } from './file/inline-source.js';
import { type FoundSource, findSource, readProfile } from './file/profile-file.js';
import { parseRate, rateTrouble } from './flags/parse-rate.js';
import { type Flags, readFlags } from './flags/read-flags.js';
import { defined, knowledge, nothingKnown } from './knowledge.js';
import type { AimOptions } from './load-options.js';
import { redactionOf, tellingVariables } from './secrets/redaction.js';
import { distinct } from './secrets/secret-text.js';
import { readBaseline } from './waivers/read-known-failures.js';
import { waiversIn } from './waivers/read-waivers.js';

/** Says who is under test and what may be done to it. Throws {@link ProfileError} with all that is wrong at once. */
export async function aim(options: AimOptions): Promise<Profile> {
  const flags = readFlags(options);
  const { source, note } = sourceOf(options, flags.baseUrl);
  const read = source && readProfile(source, options.env);
  const extra = options.waiversFile === undefined ? undefined : readBaseline(options.waiversFile, options.cwd);
  refuse([...flags.problems, ...(read?.problems ?? []), ...(extra?.problems ?? [])]);
  const { baseUrl, problems } = decideBase(flags.baseUrl, read);
  const callers = callersOf({ options, flags, read, baseUrl });
  const connections = connectionsOf(options, read);
  const own = read && waiversIn(read.raw, read.origin.source);
  const declared = read && resourcesIn(read);
  const secrets = distinct([...callers.known.secrets, ...connections.secrets, ...tellingVariables(read)]);
  const hidden = redactionOf(read, { ...callers.known, secrets });
  const wrong = [
    problems,
    callers.problems,
    connections.problems,
    own?.problems,
    declared?.problems,
    hidden.problems,
    read && disagreements(read),
  ];
  refuse(wrong.flatMap((some) => some ?? []));
  return {
    ...standing(options, flags, read, { baseUrl, isHere: isHere(baseUrl, connections.known) }),
    ...callers.known,
    ...connections.known,
    secrets,
    ...defined({ redaction: hidden.redaction }),
    ...callersIn(callers.known),
    ...(read ? knowledge(read.said) : nothingKnown()),
    openapi: documentOf(options, read),
    ruleFolders: foldersOf(options, read),
    resources: declared?.resources ?? [],
    collections: flags.collections,
    waivers: [...(own?.waivers ?? []), ...(extra?.waivers ?? [])],
    ...defined({ baseline: extra?.baseline }),
    ...notesOf([note ?? [], connections.notes, hidden.notes].flat()),
  };
}

const sourceOf = ({ said, cwd, file }: AimOptions, baseUrl: string | undefined): FoundSource =>
  said === undefined ? findSource(cwd, file, baseUrl) : { source: spokenSource(said as Json, cwd) };

const notesOf = (notes: readonly string[]): Pick<Profile, 'notes'> => (notes.length > 0 ? { notes } : {});

/** Who it is and what may be done and spent. */
function standing(
  options: AimOptions,
  flags: Flags,
  read: ReadProfile | undefined,
  { baseUrl, isHere }: { readonly baseUrl: string; readonly isHere: boolean },
) {
  const { name, version, contact, permit, safety, rules, limits } = read?.said ?? {};
  const { rate, ratePerHost, runs, ...spend } = { ...limits, ...flags.limits };
  const cases = flags.limits.cases ?? limits?.cases ?? runs;
  const permitted = permission(options.permit, { permit, ...safety }, baseUrl, isHere);
  const usual = defaultLimits(isHere, permitted.permit);
  return {
    ...defined({ file: options.said ? undefined : read?.origin.source.path, version, contact }),
    name: name ?? new URL(baseUrl).host,
    baseUrl,
    isLoopback: isHere,
    ...permitted,
    limits: {
      ...usual,
      ...spend,
      ...defined({
        cases,
        ratePerSecond:
          rate === undefined
            ? slower(paceBelow(read?.said.rateLimit, permitted), usual.ratePerSecond)
            : parseRate(rate),
        ratePerHost: ratePerHost === undefined ? undefined : parseRate(ratePerHost),
      }),
    },
    cleanup: safety?.cleanup ?? true,
    only: options.only ?? rules?.only ?? [],
  };
}

/** Whether what is sent stays on this machine: a proxy elsewhere takes its own machine for loopback. */
function isHere(baseUrl: string, { proxies }: Pick<Profile, 'proxies'>): boolean {
  const proxy = new URL(baseUrl).protocol === 'https:' ? proxies?.https : proxies?.http;
  const isPast = proxy === undefined || proxies?.except.includes(new URL(baseUrl).hostname) === true;
  return isLoopback(baseUrl) && (isPast || isLoopback(proxy.url));
}

const slower = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** How far below a declared limit a run stays. */
const courtesy = 0.9;

/** A declared limit on requests is kept, unless it may be tried: who is throttled learns nothing. */
function paceBelow(
  rateLimit: Partial<NonNullable<Profile['rateLimit']>> | undefined,
  { permit }: Pick<Profile, 'permit'>,
): number | undefined {
  const { limit, windowMs = 1_000 } = rateLimit ?? {};
  return limit === undefined || permit === 'floods' ? undefined : (courtesy * limit * 1_000) / windowMs;
}

/** A relative document is meant from where it was named: the working directory, or the folder of the profile. */
function documentOf({ openapi, cwd }: AimOptions, read: ReadProfile | undefined): string | undefined {
  const named = openapi ?? read?.said.openapi;
  if (named === undefined || /^https?:\/\//i.test(named)) return named;
  return resolve(openapi === undefined && read ? dirname(read.origin.source.path) : cwd, named);
}

/** Folders are meant from where they were named, as documents are. */
const foldersOf = ({ ruleFolders = [], cwd }: AimOptions, read: ReadProfile | undefined): string[] => {
  const beside = read ? dirname(read.origin.source.path) : cwd;
  const declared = (read?.said.rules?.folders ?? []).map((folder) => resolve(beside, folder));
  return [...new Set([...declared, ...ruleFolders.map((folder) => resolve(cwd, folder))])];
};

/** What a schema cannot say: keys that contradict each other, and a rate that is none. */
function disagreements({ said, origin: { source } }: ReadProfile): Problem[] {
  const { permit, safety, limits } = said;
  const isTorn = safety?.readOnly === true && permit !== undefined && permit !== 'reads';
  return [
    ...(isTorn ? [source.problem(['safety', 'readOnly'], `contradicts permit: ${permit}; leave one of them out`)] : []),
    ...(['rate', 'ratePerHost'] as const).flatMap((key) => {
      const rate = limits?.[key];
      const isNone = rate !== undefined && parseRate(rate) === undefined;
      return isNone ? [source.problem(['limits', key], rateTrouble(rate))] : [];
    }),
  ];
}
