import type { Evidence, Report, Result } from '../../model/result/report.js';
import { computeOnce } from '../../model/values/compute-once.js';
import { findUnsetVariables } from '../results/curl-variables.js';
import { findClause } from '../results/group-results.js';
import { createOperationNames } from '../results/operation-names.js';
import { groupFindings } from '../results/related-findings.js';
import { describeMessages } from '../text/describe-violation.js';
import { shorten } from '../text/escape-control-characters.js';
import { renderJsonPair } from '../text/pretty-json.js';
import { formatCount, getHeadline } from '../text/report-words.js';

/** The parts of the report, most important first. */
export const findingKinds = [
  'Requirements that are not kept',
  'Recommendations that are not followed',
  'To be confirmed: there may be another explanation',
] as const;

/** Maximum exchanges of a place, and characters of one message, of a command, and of another text. */
const maxExchanges = 12;
const maxMessageLength = 600;
const maxCommandLength = 4_000;
const maxTextLength = 2_000;
const maxOperations = 4;

/** What a rule found, once for all places where it found it. */
export type VendorFinding = ReturnType<typeof listVendorFindings>[number];

/** One place of a finding under the number that it has everywhere, with its proof as lines of text. */
export type VendorPlace = ReturnType<typeof describePlace>;

/** The findings by their importance, without those that are accepted for a time. */
export const listVendorFindings = computeOnce((report: Report) => {
  const findings = groupFindings(report).flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.result.waived) return [];
    const { result } = first;
    const clause = findClause(report, result);
    const clean = (text: string | undefined) => text && shorten(maxTextLength, omitProfileKeys(text));
    return {
      kind: chooseKind(result),
      level: result.level,
      headline: clean(getHeadline(result)) ?? '',
      requirement: clean(clause?.sentence ?? result.title) ?? '',
      source: clean(clause?.source) ?? result.clause,
      impact: clean(clause?.why),
      fix: clean(clause?.fix),
      places: group.map(({ number, result: { subject, evidence } }) =>
        describePlace(number, subject, evidence, report),
      ),
    };
  });
  return findingKinds.flatMap((kind) => findings.filter((finding) => finding.kind === kind));
});

function chooseKind({ level, stage, evidence }: Result): (typeof findingKinds)[number] {
  if (stage === 'provisional' || evidence?.reproduced === false) return findingKinds[2];
  return level === 'MUST' ? findingKinds[0] : findingKinds[1];
}

function describePlace(number: number, subject: string, evidence: Evidence | undefined, report: Report) {
  const { exchanges = [], curl = [], seenAgain, reproduced } = evidence ?? {};
  const pair = renderJsonPair(evidence?.expected, evidence?.actual);
  const names = getNames(report);
  const operations = [...new Set(exchanges.map((one) => names.nameExchange(one).replace(':', ' ')))];
  const isLong = curl.some((line) => line.length > maxCommandLength);
  const unset = isLong ? [] : findUnsetVariables(curl);
  return {
    number,
    operations: (operations.length > 0 ? operations : [subject])
      .slice(0, maxOperations)
      .map((name) => shorten(maxMessageLength, name)),
    expected: cutLines(typeof evidence?.expected === 'string' ? [evidence.expected] : pair.expected),
    observed: cutLines(typeof evidence?.actual === 'string' ? [evidence.actual] : pair.actual),
    exchanges: cutMiddle(exchanges, report),
    commands: isLong ? [] : curl,
    remarks: [
      ...(isLong ? ['The requests are too long to be shown as commands.'] : []),
      ...(unset.length > 0 ? [`Before the commands, put your own credentials in ${unset.join(', ')}.`] : []),
      ...(seenAgain ? [`Reproduced in ${seenAgain} repetitions with new items.`] : []),
      ...(reproduced === false ? ['From recorded traffic, and not repeated.'] : []),
    ],
  };
}

const getNames = computeOnce(createOperationNames);

const cutLines = (lines: readonly string[]): string[] =>
  lines.map((line) => shorten(maxMessageLength, omitProfileKeys(line)));

/** The first and the last exchanges, two lines each, and the number of those between. */
function cutMiddle(exchanges: Evidence['exchanges'], { target }: Report): string[] {
  const describe = (some: Evidence['exchanges']) =>
    some.flatMap((one) => {
      const [asked, told] = describeMessages(one, target.baseUrl);
      return [shorten(maxMessageLength, asked), `  → ${shorten(maxMessageLength, told)}`];
    });
  const missing = exchanges.length - maxExchanges;
  if (missing <= 0) return describe(exchanges);
  const half = maxExchanges / 2;
  const between = `… ${formatCount(missing, 'exchange')} between these`;
  return [...describe(exchanges.slice(0, half)), between, ...describe(exchanges.slice(-half))];
}

/** Leaves out what only a user of the kit knows: keys of a profile, and the sentences and sources about them. */
export const omitProfileKeys = (text: string): string =>
  text
    .replace(/(, | or )(which the profile declares|declare `[^`]*`|as `[^`]*` declares)/g, '')
    .replace(/ \(dialect\.\w+\)/g, '')
    .replaceAll('the profile', 'the service')
    .split(/(?<=\.) (?=[A-Z])|(?<=;) /)
    .filter((part) => !profileKeyPattern.test(part))
    .join(' ')
    .replace(/;$/, '');

/** A key of a profile in code: `resources[].volatile`. */
const profileKeyPattern = /`\w+(\[\])?\.\w[^`]*`/;
