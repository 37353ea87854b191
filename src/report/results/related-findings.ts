import { type Finding, listFindings } from '../../model/result/findings.js';
import { weighViolation } from '../../model/result/gate-policy.js';
import type { RecordedExchange, Report, Result } from '../../model/result/report.js';
import { shorten } from '../text/escape-control-characters.js';
import { getHeadline } from '../text/report-words.js';
import { createOperationNames, type OperationNames } from './operation-names.js';

/** What several findings have in common, and the numbers of the others. */
export interface Relation {
  readonly text: string;
  readonly numbers: readonly number[];
}

/** Maximum length of the text of a relation; what is compared is not shortened. */
const maxTextLength = 160;

/** Groups findings with the same rule, headline and effect on the run: they differ in their subject only. */
export function groupFindings(report: Report): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of listFindings(report)) {
    const { result } = finding;
    const key = JSON.stringify([result.rule, getHeadline(result), weighViolation(result, report.run)]);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

/**
 * Lists failures of the server that a finding shares with findings of other rules: the same status of at least 500 and the
 * same content in response to the same operation. One cause probably explains all of them.
 */
export const listRelations = ({ number, result }: Finding, report: Report): Relation[] =>
  listServerErrors(result, getNames(report)).flatMap((text) => {
    const numbers = (getFailures(report).get(text) ?? []).flatMap((other) =>
      other.number !== number && other.result.rule !== result.rule ? [other.number] : [],
    );
    return numbers.length > 0 ? [{ text: shorten(maxTextLength, text), numbers }] : [];
  });

type Failures = ReadonlyMap<string, readonly Finding[]>;
const failuresCache = new WeakMap<Report, Failures>();
const namesCache = new WeakMap<Report, OperationNames>();

function getNames(report: Report): OperationNames {
  const names = namesCache.get(report) ?? createOperationNames(report);
  namesCache.set(report, names);
  return names;
}

function getFailures(report: Report): Failures {
  const failures = failuresCache.get(report) ?? collectFailures(report);
  failuresCache.set(report, failures);
  return failures;
}

function collectFailures(report: Report): Failures {
  const failures = new Map<string, Finding[]>();
  for (const finding of listFindings(report))
    for (const text of listServerErrors(finding.result, getNames(report))) {
      const known = failures.get(text);
      if (known) known.push(finding);
      else failures.set(text, [finding]);
    }
  return failures;
}

const listServerErrors = ({ evidence }: Result, names: OperationNames): string[] => [
  ...new Set((evidence?.exchanges ?? []).flatMap((exchange) => describeServerError(exchange, names))),
];

function describeServerError(exchange: RecordedExchange, names: OperationNames): string[] {
  const { role, answer } = exchange;
  if (role === 'control' || answer === undefined || answer.status < 500) return [];
  const operation = names.nameExchange(exchange).replace(':', ' ');
  return [`${operation} → ${answer.status} ${answer.content ?? ''}`.trimEnd()];
}
