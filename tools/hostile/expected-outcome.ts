import type { Report } from '../../src/model/result/report.js';

/** What a hostile way must end in. */
export interface ExpectedOutcome {
  /** Nothing can be made of its answers: exit 3, for this reason. */
  readonly failureReason?: RegExp;
  /** Rules that the behaviour violates; a violation of any other rule is a false one. */
  readonly allowedViolations?: readonly string[];
  /** Rules of which one must be found violated. */
  readonly requiredViolation?: string;
}

/** The expected outcome of a hostile behaviour; by default the run continues without a violation. */
export function findExpectedOutcome(name: string): ExpectedOutcome {
  const reason = unusableServices.find(([names]) => names.split(' ').includes(name))?.[1];
  if (reason !== undefined) return { failureReason: reason, allowedViolations: findBrokenRules(name) };
  if (name.startsWith('shows-')) return { requiredViolation: safetyRule, allowedViolations: [safetyRule] };
  return { allowedViolations: findBrokenRules(name) };
}

const findBrokenRules = (name: string): readonly string[] =>
  brokenRules.find(([names]) => names.split(' ').includes(name))?.[1] ?? [];

/** Where a report says something else than what must come of a hostile way. */
export function listDeviations(name: string, { gate, results, run }: Report): string[] {
  const { failureReason: reason, allowedViolations: claimed = [], requiredViolation } = findExpectedOutcome(name);
  const violated = results.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule);
  const accused = violated.filter((rule) => !claimed.includes(rule));
  const errored = results.filter(({ verdict }) => verdict === 'errored').map(({ rule }) => rule);
  const isLost = reason === undefined || (gate.exit === 3 && reason.test(gate.reasons.join('\n')));
  return [
    ...accused.map((rule) => `false violation of ${rule}`),
    ...errored.map((rule) => `internal error at ${rule}`),
    ...(run.faults ?? []).map((fault) => `internal error: ${fault.slice(0, 300)}`),
    ...(isLost ? [] : [`exit ${gate.exit}, and not for ${reason}: ${gate.reasons.join('; ').slice(0, 300)}`]),
    ...(requiredViolation === undefined || violated.includes(requiredViolation)
      ? []
      : [`${requiredViolation} was not found violated`]),
  ];
}

const safetyRule = 'safety/get-does-not-change-the-item';

const noAnswerReason = /does not answer/;
const closedReason = /closes the connection without an answer/;
const malformedReason = /does not match the HTTP\/1\.1 protocol/;
const notHttpReason = /does not answer in HTTP/;
const overflowReason = /Headers Overflow/;
const lengthMismatchReason = /does not match content-length/;

const unusableServices: readonly (readonly [names: string, reason: RegExp])[] = [
  ['never-answers header-byte-by-byte content-byte-by-byte early-hints-flood two-gigabytes-announced', noAnswerReason],
  ['closes-after-the-request resets-after-the-request continue-flood switching-protocols', closedReason],
  ['endless-content endless-chunks chunks-of-one-octet', /content longer than|does not answer/],

  ['endless-header ten-thousand-fields header-of-a-megabyte', overflowReason],
  ['content-length-in-scientific-notation content-length-beyond-all-numbers two-content-lengths', lengthMismatchReason],
  ['content-shorter-than-said', /does not match content-length|other side closed/],
  ['content-length-beside-chunks', lengthMismatchReason],
  ['negative-content-length chunk-of-2-to-the-64 chunk-size-is-no-number trailers', malformedReason],
  ['nul-in-a-header bare-cr-in-a-header folded-header lone-line-feeds header-without-a-colon', malformedReason],
  ['blank-before-the-colon header-name-of-odd-octets header-name-is-empty', malformedReason],
  ['status-99 status-1000 status-in-words http-9.9', malformedReason],
  ['status-000', /status/],
  ['http-0.9 http-2-without-asking another-protocol noise', notHttpReason],
  ['redirect-of-everything-elsewhere', /answers 301 to/],
];

const brokenRules: readonly (readonly [names: string, rules: readonly string[]])[] = [
  ['all-ids-alike ids-are-dots ids-are-empty', ['creation/created-item-is-readable', 'creation/identity-is-stable']],
  ['list-of-prototypes', ['document/described-address-is-there', 'document/response-matches-its-schema']],
  ['status-999', ['validation/statuses-are-registered']],
  ['wait-is-infinite', ['throttling/status-429-has-a-readable-retry-after']],
  ['document-in-yaml-of-50000-levels item-is-no-json item-is-half', ['responses/content-matches-its-media-type']],
];
