import type { RecordedExchange, Report, Result, Verdict } from '../../model/result/report.js';
import { listDifferences } from '../results/list-differences.js';
import { locateResult, type SourceFiles } from '../results/report-location.js';
import { fingerprintResult } from '../results/result-identity.js';
import { classifyViolation } from '../results/violation-level.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { toRelativeUrl } from '../text/relative-url.js';
import { describeExtent, describeReason, formatTargetName, formatWaiver, getHeadline } from '../text/report-words.js';
import { renderMessage } from './message-text.js';
import { sarifLevels } from './rules.js';

export interface SarifContext {
  readonly report: Report;
  readonly files: SourceFiles;
  readonly indexOf: (rule: string) => number;
  /** Omits what readers do not need to recognise the finding. */
  readonly isBrief: boolean;
}

/** The kinds of SARIF (§3.27.9) for the six verdicts. */
const kinds: Readonly<Record<Verdict, string>> = {
  held: 'pass',
  violated: 'fail',
  inconclusive: 'open',
  errored: 'open',
  'not-applicable': 'notApplicable',
  'not-run': 'notApplicable',
};

/** A verdict as `result` (§3.27), recognised by its rule and subject. */
export function createSarifResult(result: Result, setting: SarifContext): Record<string, unknown> {
  const { report, files, indexOf, isBrief } = setting;
  const { rule, subject, verdict, waived } = result;
  const fingerprint = fingerprintResult(result);
  const { path, line } = locateResult(result, report, files);
  return {
    ruleId: escapeControlCharacters(rule),
    ruleIndex: indexOf(rule),
    kind: kinds[verdict],
    level: verdict === 'violated' ? sarifLevels[classifyViolation(result, report)] : 'none',
    message: { text: renderMessage(renderLines(result, report)) || 'no details' },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: path }, region: { startLine: line } },
        logicalLocations: [
          {
            name: escapeControlCharacters(subject) || '-',
            fullyQualifiedName: escapeControlCharacters(`${formatTargetName(report)}/${subject}`),
            kind: 'resource',
          },
        ],
      },
    ],
    // GitHub recognises a finding by the first, other readers by the second.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, 'ruleAndSubject/v1': fingerprint },
    ...(waived && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: renderMessage([formatWaiver(waived)]) }],
    }),
    ...(isBrief ? {} : createWebMessages(result.evidence?.exchanges ?? [])),
    ...(isBrief ? {} : { properties: createProperties(result) }),
  };
}

function renderLines(result: Result, { target }: Report): string[] {
  const { verdict, subject, title, clause, evidence } = result;
  if (verdict === 'held') return [`${title} [${subject}]: ${describeExtent(result)}`];
  if (verdict !== 'violated')
    return [
      `${title} [${subject}]: ${verdict}: ${describeReason(result)}`,
      ...(result.enable ? [`To get a verdict: ${result.enable}`] : []),
    ];
  return [
    `${getHeadline(result)} [${subject}]`,
    `Rule: ${title} (${clause})`,
    ...listDifferences(evidence?.expected, evidence?.actual),
    ...(evidence?.exchanges ?? []).map((exchange) => renderStep(exchange, target.baseUrl)),
    ...(evidence ? [`Reproduce: ${evidence.replay}`] : []),
  ];
}

const renderStep = ({ request, answer, silence }: RecordedExchange, baseUrl: string): string =>
  `${request.method} ${toRelativeUrl(baseUrl, request.url)} → ${answer?.status ?? `no response: ${silence ?? 'the reason is not known'}`}`;

function createProperties({ clause, level, family, stage, verdict, cases, requests, evidence }: Result) {
  const shown = { clause: escapeControlCharacters(clause), level, family, stage, verdict, cases, requests };
  return evidence
    ? { ...shown, replay: escapeControlCharacters(evidence.replay), curl: evidence.curl.map(escapeControlCharacters) }
    : shown;
}

type Fields = RecordedExchange['request']['headers'];

/** The last exchange of a violation, as `webRequest` and `webResponse` (§3.46, §3.47). */
function createWebMessages(exchanges: readonly RecordedExchange[]): Record<string, unknown> {
  const shown = exchanges.findLast(({ role }) => role !== 'control');
  if (!shown) return {};
  const { request, answer } = shown;
  const content = request.content === undefined ? {} : { body: { text: escapeControlCharacters(request.content) } };
  return {
    webRequest: {
      protocol: 'HTTP',
      method: escapeControlCharacters(request.method),
      target: escapeControlCharacters(request.url),
      headers: createFields(request.headers),
      ...content,
    },
    webResponse: answer
      ? {
          protocol: 'HTTP',
          statusCode: answer.status,
          headers: createFields(answer.headers),
          ...(answer.content === undefined ? {} : { body: { text: escapeControlCharacters(answer.content) } }),
        }
      : { noResponseReceived: true },
  };
}

const createFields = (headers: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      escapeControlCharacters(name),
      escapeControlCharacters([value].flat().join(', ')),
    ]),
  );
