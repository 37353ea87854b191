import { dirname, resolve } from 'node:path';
import { isObject, type Json, omitUndefined } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import { type Problem, ProfileError, throwProblems } from '../model/profile/profile-error.js';
import { createCallers } from './auth/caller-requests.js';
import { resolveCallers } from './auth/callers.js';
import { isLoopback, resolveBaseUrl } from './connection/base-url.js';
import { resolveConnections } from './connection/connections.js';
import { completeResources } from './declared-resources.js';
import { createDefaultLimits } from './defaults.js';
import type { FileProfile, ParsedProfile } from './file/file-content.js';
import { completeSource, findSource, readProfile } from './file/profile-file.js';
import { readEnvFile } from './file/read-env-file.js';
import { createInlineSource, type Source } from './file/source.js';
import { automaticRate, describeRateProblem, type ParsedFlags, parseRate, readFlags } from './flags/read-flags.js';
import { buildKnowledge } from './knowledge.js';
import type { LoadProfileOptions } from './load-options.js';
import { type ChosenPermission, choosePermission } from './permission.js';
import { listSecretVariables, resolveRedaction } from './secrets/redaction.js';
import { removeDuplicates } from './secrets/secret-text.js';
import { readKnownFailures } from './waivers/read-known-failures.js';
import { readAccepted } from './waivers/read-waivers.js';

/** Loads the description of the service and what may be done to it. Throws {@link ProfileError} with all problems at once. */
export async function loadProfile(options: LoadProfileOptions): Promise<Profile> {
  const flags = readFlags(options);
  const { source, note, isNamed = false } = await chooseSource(options, flags.baseUrl);
  const read = source && readProfile(source, { ...readEnvFile(options.cwd), ...options.env });
  const extra = options.waiversFile === undefined ? undefined : readKnownFailures(options.waiversFile, options.cwd);
  throwProblems([...flags.problems, ...(read?.problems ?? []), ...(extra?.problems ?? [])]);
  const { baseUrl, problems } = resolveBaseUrl(flags.baseUrl, read);
  const callers = resolveCallers({ options, flags, parsed: read, baseUrl });
  const connections = resolveConnections(options, read);
  const own = read && readAccepted(read);
  const declared = read && completeResources(read);
  const secrets = removeDuplicates([...callers.settings.secrets, ...connections.secrets, ...listSecretVariables(read)]);
  const hidden = resolveRedaction(read, { ...callers.settings, secrets });
  const wrong = [
    problems,
    callers.problems,
    connections.problems,
    own?.problems,
    declared?.problems,
    hidden.problems,
    read && findContradictions(read),
  ];
  throwProblems(wrong.flatMap((some) => some ?? []));
  const isHere = isOnThisMachine(baseUrl, connections.settings);
  const collectionQueries = { ...declared?.queries, ...flags.collectionQueries };
  const permission = choosePermission(options, read, { baseUrl, isHere, isNamed });
  const notes = [note ?? [], permission.notes, connections.notes, hidden.notes].flat();
  return {
    ...resolveTargetAndLimits(options, flags, read, permission),
    ...callers.settings,
    ...connections.settings,
    ...omitUndefined({ redaction: hidden.redaction }),
    ...createCallers({ ...callers.settings, secrets }),
    ...buildKnowledge(read?.content ?? {}),
    openapi: resolveDocument(options, read),
    ruleFolders: resolveRuleFolders(options, read),
    resources: declared?.resources ?? [],
    collections: flags.collections,
    ...(Object.keys(collectionQueries).length > 0 && { collectionQueries }),
    ...(options.mayGuess && { mayGuess: true }),
    ...omitUndefined({ allowedEffects: options.allowEffects }),
    waivers: [...(own?.waivers ?? []), ...(extra?.waivers ?? [])],
    ...omitUndefined({ baseline: extra?.baseline, acceptedGaps: own?.acceptedGaps }),
    ...(notes.length > 0 && { notes }),
  };
}

async function chooseSource({ said, cwd, file }: LoadProfileOptions, baseUrl: string | undefined) {
  const found =
    said === undefined
      ? await findSource(cwd, file, baseUrl)
      : { source: await completeSource(createInlineSource(said, cwd), cwd), isNamed: true };
  return found.source === undefined ? found : { ...found, source: await applyLoginHook(found.source) };
}

function resolveTargetAndLimits(
  options: LoadProfileOptions,
  flags: ParsedFlags,
  read: ParsedProfile | undefined,
  { baseUrl, isHere, permitted }: ChosenPermission,
) {
  const { name, version, contact, safety, rules, limits } = read?.content ?? {};
  const { rate, ratePerHost, runs, ...spend } = { ...limits, ...flags.limits };
  // The cases of a quick run are few, whatever the profile says about a whole one.
  const cases = flags.limits.cases ?? (options.isQuick ? undefined : (limits?.cases ?? runs));
  const only = options.only ?? rules?.only ?? [];
  const usual = createDefaultLimits(isHere, permitted.permit, only);
  return {
    ...omitUndefined({
      file: options.said ? undefined : read?.origin.source.path,
      extendedFiles: read?.origin.source.extended,
      hooks: read?.origin.source.hooks,
      version,
      contact,
    }),
    name: name ?? new URL(baseUrl).host,
    baseUrl,
    isLoopback: isHere,
    ...permitted,
    limits: {
      ...usual,
      ...spend,
      ...omitUndefined({
        cases,
        ratePerSecond:
          rate === undefined || rate === automaticRate
            ? chooseSlower(computeRate(read?.content.rateLimit, permitted), usual.ratePerSecond)
            : parseRate(rate),
        isRateLearned: rate === automaticRate ? true : undefined,
        ratePerHost: ratePerHost === undefined ? undefined : parseRate(ratePerHost),
      }),
    },
    ...omitUndefined({ exec: read?.content.exec }),
    cleanup: safety?.cleanup ?? true,
    only,
    ...(options.isQuick && { isQuick: true }),
    ...resolveOperationScope(options, read),
    ...resolveRuleSettings(options, rules),
  };
}

/** Which operations may be called: globs of the profile and of flags together. */
function resolveOperationScope({ include = [], exclude = [] }: LoadProfileOptions, read: ParsedProfile | undefined) {
  const said = read?.content.operations ?? {};
  const limits = {
    include: [...(said.include ?? []), ...include],
    exclude: [...(said.exclude ?? []), ...exclude],
    ...(said.only && { only: said.only }),
  };
  const isEmpty = limits.include.length === 0 && limits.exclude.length === 0 && limits.only === undefined;
  if (isEmpty && said.restore === undefined) return {};
  return { operations: { ...(isEmpty ? {} : limits), ...(said.restore && { restore: said.restore }) } };
}

/** What is not checked, and what fails the run. */
function resolveRuleSettings({ except = [] }: LoadProfileOptions, rules: FileProfile['rules'] = {}) {
  const excluded = [...new Set([...(rules.except ?? []), ...except])];
  const severities = Object.entries(rules.severity ?? {}).map(([glob, severity]) => ({ glob, severity }));
  return omitUndefined({
    except: excluded.length > 0 ? excluded : undefined,
    severities: severities.length > 0 ? severities : undefined,
    failOn: rules.failOn,
  });
}

/** Whether all requests stay on this machine: for a proxy elsewhere, loopback is its own machine. */
function isOnThisMachine(baseUrl: string, { proxies }: Pick<Profile, 'proxies'>): boolean {
  const proxy = new URL(baseUrl).protocol === 'https:' ? proxies?.https : proxies?.http;
  const isPast = proxy === undefined || proxies?.except.includes(new URL(baseUrl).hostname) === true;
  return isLoopback(baseUrl) && (isPast || isLoopback(proxy.url));
}

const chooseSlower = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** Share of a declared rate limit that a run uses. */
const rateMargin = 0.9;

/** A declared rate limit is respected, unless it may be tested: throttled requests give no results. */
function computeRate(
  rateLimit: Partial<NonNullable<Profile['rateLimit']>> | undefined,
  { permit }: Pick<Profile, 'permit'>,
): number | undefined {
  const { limit, windowMs = 1_000 } = rateLimit ?? {};
  return limit === undefined || permit === 'floods' ? undefined : (rateMargin * limit * 1_000) / windowMs;
}

/** A relative path is resolved against the place that names it: the working directory, or the folder of the profile. */
function resolveDocument({ openapi, cwd }: LoadProfileOptions, read: ParsedProfile | undefined): string | undefined {
  const named = openapi ?? read?.content.openapi;
  if (named === undefined || /^https?:\/\//i.test(named)) return named;
  return resolve(openapi === undefined && read ? dirname(read.origin.source.path) : cwd, named);
}

/** Folders are resolved like documents. */
const resolveRuleFolders = ({ ruleFolders = [], cwd }: LoadProfileOptions, read: ParsedProfile | undefined) => {
  const beside = read ? dirname(read.origin.source.path) : cwd;
  const declared = (read?.content.rules?.folders ?? []).map((folder) => resolve(beside, folder));
  return [...new Set([...declared, ...ruleFolders.map((folder) => resolve(cwd, folder))])];
};

/** Problems that a schema cannot express: contradictory keys, and an invalid rate. */
function findContradictions({ content, origin: { source } }: ParsedProfile): Problem[] {
  const { permit, safety, limits } = content;
  const isTorn = safety?.readOnly === true && permit !== undefined && permit !== 'reads';
  return [
    ...(isTorn ? [source.problem(['safety', 'readOnly'], `contradicts permit: ${permit}; leave one of them out`)] : []),
    ...(['rate', 'ratePerHost'] as const).flatMap((key) => {
      const rate = limits?.[key];
      const canBeAutomatic = key === 'rate';
      const isKnown = rate === undefined || parseRate(rate) !== undefined || (canBeAutomatic && rate === automaticRate);
      return isKnown ? [] : [source.problem(['limits', key], describeRateProblem(rate, canBeAutomatic))];
    }),
  ];
}

/** Adds the credentials that the hook `login` returns to those of the profile. Throws {@link ProfileError} if it fails. */
export async function applyLoginHook(source: Source): Promise<Source> {
  if (source.hooks?.login === undefined) return source;
  // What was obtained is taken as it is.
  const credentials = JSON.parse(JSON.stringify(await callLogin(source, source.hooks.login)).replaceAll('${', '$${'));
  const value = isObject(source.value) ? source.value : {};
  const auth = isObject(value.auth) ? value.auth : {};
  const own = isObject(auth.credentials) ? auth.credentials : {};
  return { ...source, value: { ...value, auth: { ...auth, credentials: { ...own, ...credentials } } } };
}

async function callLogin({ file }: Source, login: () => unknown): Promise<Record<string, Json>> {
  const fail = (message: string): never => {
    throw new ProfileError([{ file, message: `hooks.login ${message}` }]);
  };
  let returned: unknown;
  try {
    returned = JSON.parse(JSON.stringify((await login()) ?? null));
  } catch (error) {
    return fail(`failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return isObject(returned as Json)
    ? (returned as Record<string, Json>)
    : fail("must return credentials by caller, as in { full: 'token' }");
}
