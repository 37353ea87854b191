import { type Finding, listFindings } from '../../model/result/findings.js';
import { weighViolation } from '../../model/result/gate-policy.js';
import type { RecordedExchange, Report, Result } from '../../model/result/report.js';
import { computeOnce } from '../../model/values/compute-once.js';
import { groupBy } from '../../model/values/group-by.js';
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
  const groups = groupBy(listFindings(report), ({ result }) =>
    JSON.stringify([result.rule, getHeadline(result), weighViolation(result, report.run)]),
  );
  return [...groups.values()];
}

/** Lists failures of the server with the same operation, status and content in findings of other rules. */
export const listRelations = ({ number, result }: Finding, report: Report): Relation[] =>
  listServerErrors(result, getNames(report)).flatMap((text) => {
    const numbers = (getFailures(report).get(text) ?? []).flatMap((other) =>
      other.number !== number && other.rule !== result.rule ? [other.number] : [],
    );
    return numbers.length > 0 ? [{ text: shorten(maxTextLength, text), numbers }] : [];
  });

const getNames = computeOnce(createOperationNames);

const getFailures = computeOnce((report: Report) => {
  const shown = listFindings(report).flatMap(({ number, result }) =>
    listServerErrors(result, getNames(report)).map((text) => ({ text, number, rule: result.rule })),
  );
  return groupBy(shown, ({ text }) => text);
});

const listServerErrors = ({ evidence }: Result, names: OperationNames): string[] => [
  ...new Set((evidence?.exchanges ?? []).flatMap((exchange) => describeServerError(exchange, names))),
];

function describeServerError(exchange: RecordedExchange, names: OperationNames): string[] {
  const { role, answer } = exchange;
  if (role === 'control' || answer === undefined || answer.status < 500) return [];
  const operation = names.nameExchange(exchange).replace(':', ' ');
  return [`${operation} → ${answer.status} ${answer.content ?? ''}`.trimEnd()];
}
