import type { RecordedExchange, Report, Result, Word } from '../../model/result/report.js';
import { differences } from '../results/list-differences.js';
import { fingerprintOf } from '../results/result-identity.js';
import { weightOf } from '../results/violation-level.js';
import { visible } from '../text/escape-control-characters.js';
import { relativeTo } from '../text/relative-url.js';
import { extent, headline, nameOf, reason, waiver } from '../text/report-words.js';
import { webMessages } from './exchange.js';
import { message } from './message-text.js';
import { levels } from './rules.js';

/** What all results of a file share. */
export interface Setting {
  readonly report: Report;
  /** The file that findings are pinned to. */
  readonly place: string;
  /** Where a rule stands in the list of rules. */
  readonly indexOf: (rule: string) => number;
  /** Leaves out what no reader needs to know the finding. */
  readonly isBrief: boolean;
}

/** The kinds of SARIF (§3.27.9) for the six words. */
const kinds: Readonly<Record<Word, string>> = {
  held: 'pass',
  violated: 'fail',
  inconclusive: 'open',
  errored: 'open',
  'not-applicable': 'notApplicable',
  'not-run': 'notApplicable',
};

/** A verdict as `result` (§3.27), known again by its rule and subject. */
export function sarifResult(result: Result, setting: Setting): Record<string, unknown> {
  const { report, place, indexOf, isBrief } = setting;
  const { rule, subject, verdict, waived } = result;
  const fingerprint = fingerprintOf(result);
  const region = { startLine: 1 };
  return {
    ruleId: visible(rule),
    ruleIndex: indexOf(rule),
    kind: kinds[verdict],
    level: verdict === 'violated' ? levels[weightOf(result, report)] : 'none',
    message: { text: message(lines(result, report)) || 'nothing was said' },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: place }, region },
        logicalLocations: [
          {
            name: visible(subject) || '-',
            fullyQualifiedName: visible(`${nameOf(report)}/${subject}`),
            kind: 'resource',
          },
        ],
      },
    ],
    // GitHub knows a finding again by the first, other readers by the second.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, 'ruleAndSubject/v1': fingerprint },
    ...(waived && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: message([waiver(waived)]) }],
    }),
    ...(isBrief ? {} : webMessages(result.evidence?.exchanges ?? [])),
    ...(isBrief ? {} : { properties: properties(result) }),
  };
}

function lines(result: Result, { target }: Report): string[] {
  const { verdict, subject, title, clause, evidence } = result;
  if (verdict === 'held') return [`${title} [${subject}]: ${extent(result)}`];
  if (verdict !== 'violated') return [`${title} [${subject}]: ${verdict}: ${reason(result)}`, wayOut(result)];
  return [
    `${headline(result)} [${subject}]`,
    `Promised: ${title} (${clause})`,
    ...differences(evidence?.expected, evidence?.actual),
    ...(evidence?.exchanges ?? []).map((exchange) => step(exchange, target.baseUrl)),
    ...(evidence ? [`Again: ${evidence.replay}`] : []),
  ];
}

const wayOut = ({ enable }: Result): string => (enable ? `To decide it: ${enable}` : '');

const step = ({ request, answer, silence }: RecordedExchange, baseUrl: string): string =>
  `${request.method} ${relativeTo(baseUrl, request.url)} → ${answer?.status ?? `no answer: ${silence ?? 'not known why'}`}`;

function properties({ clause, level, family, stage, verdict, cases, requests, evidence }: Result) {
  const shown = { clause: visible(clause), level, family, stage, verdict, cases, requests };
  return evidence ? { ...shown, replay: visible(evidence.replay), curl: evidence.curl.map(visible) } : shown;
}
