import type { OpenClient } from '../http/client.js';
import type { KeptFile } from '../ledger/kept-items.js';
import type { Profile } from '../model/profile/profile.js';
import { normalizeTemplate, type SurveyedOperation } from '../model/service/operation.js';
import type { Survey } from '../model/service/survey.js';
import { estimateRuleCost } from '../plan/rule-costs.js';
import type { RulesById } from '../rule/rules-by-id.js';
import type { ExchangeLog } from '../run/passive/exchange-log.js';
import type { RunInput } from '../run/run-input.js';
import { buildLedgerOrigin } from './ledger-origin.js';
import type { AuditOptions } from './options.js';
import type { Publisher } from './publisher.js';

/** What the stages before a run found out. */
export interface RunInputParts {
  readonly profile: Profile;
  readonly options: AuditOptions;
  readonly rules: RulesById;
  readonly survey: Survey;
  readonly client: OpenClient;
  readonly log: ExchangeLog;
  readonly publisher: Publisher;
  readonly startedAt: Date;
  /** The file that keeps what others have; absent where the run only reads. */
  readonly kept: KeptFile | undefined;
  /** When the seconds of the run began, by `clock.now()`: time spent waiting for consent does not count. */
  readonly begunAt: number;
  /** Signs of another machine behind loopback. */
  readonly otherHosts: readonly string[];
  /** Why nothing more can be written down. */
  readonly trouble: () => string | undefined;
}

/** Whether the service is on this machine: what was started here is, whatever it says about other hosts. */
const isHere = ({ profile, options, otherHosts }: RunInputParts): boolean =>
  profile.isLoopback && (options.process !== undefined || otherHosts.length === 0);

/** Everything that a run receives, named one by one. */
export function buildRunInput(parts: RunInputParts): RunInput {
  const { profile, options, survey, publisher, startedAt, otherHosts: _, ...given } = parts;
  const { ledgerOrigin, purges } = buildLedgerOrigin(profile, startedAt);
  return {
    ...given,
    collections: survey.collections,
    seen: survey.entries,
    excluded: { operations: listExcludedOperations(survey), scope: profile.operations ?? {} },
    views: listViews(survey),
    document: survey.document,
    baseUrl: profile.baseUrl,
    permit: profile.permit,
    dialect: profile.dialect,
    limits: profile.limits,
    estimateCost: estimateRuleCost,
    seed: options.seed,
    path: options.path,
    replayed: options.case,
    process: options.process,
    cleanup: profile.cleanup,
    ledgerFile: options.files?.ledger,
    ledgerOrigin,
    purges,
    signal: options.signal,
    isForeign: !profile.isLoopback,
    omitsUnusualOctets: !profile.maySendUnusualOctets && !isHere(parts),
    findStopReason: publisher.findStopReason,
    onBegin: publisher.onBegin,
    onOutcome: publisher.onOutcome,
  };
}

/** The described operations that may change something and that no collection, action or single resource has. */
const listExcludedOperations = ({ resources }: Survey): ReadonlySet<string> =>
  new Set(
    resources
      .filter(({ single }) => single === undefined)
      .flatMap(({ operations }) => operations)
      .filter(({ owner, operation: { method } }) => owner === undefined && /^(POST|PUT|PATCH|DELETE)$/.test(method))
      .map(({ operation: { method, path } }) => `${method} ${normalizeTemplate(path)}`),
  );

/** Addresses that GET could read in the survey as they are. */
const listViews = ({ resources }: Survey): string[] =>
  resources.flatMap(({ name, operations, values }) => {
    const isRead = ({ operation, status, spared }: SurveyedOperation) =>
      operation.method === 'GET' && status === 200 && spared === undefined;
    return !name.includes('{') && values.length === 0 && operations.some(isRead) ? [name] : [];
  });
