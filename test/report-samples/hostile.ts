import type { RecordedExchange, Report, Result } from '../../src/model/result/report.js';
import { createSampleResult, createSampleViolation, hostileText } from './sample-result.js';
import { heldReport } from './without-violations.js';

/** A report with this text in place of every text that the kit does not choose. */
export function createHostileReport(text: string): Report {
  const { target, run, survey } = heldReport;
  return {
    ...heldReport,
    target: { ...target, name: text, version: text, contact: text },
    run: {
      ...run,
      profile: text,
      openapi: text,
      endedEarly: text,
      stoppedBy: text,
      faults: [text],
      ruleFolders: [text],
      only: [text],
    },
    survey: {
      ...survey,
      document: text,
      collections: [{ name: text, path: `/${text}`, facts: [] }],
      contradictions: [text],
      notes: [text],
      omissions: [
        { what: 'document', about: text, why: text, enable: text },
        { what: 'operation', about: text, why: text, enable: text },
        { what: 'parts', about: text, why: text, enable: text },
      ],
    },
    dialects: [text],
    results: [
      createHostileViolation(text),
      { ...createHostileViolation(text), waived: { reason: text, owner: text, until: text } },
      ...createOtherResults(text),
    ],
    coverage: {
      clauses: [
        { clause: text, sentence: text, level: 'MUST', source: text, verdict: 'violated', rules: [text] },
        { clause: text, sentence: text, level: 'MAY', source: text, verdict: 'untested', rules: [], untested: text },
      ],
    },
    leftovers: [{ url: text, why: text }],
    gate: { open: false, reasons: [text], exit: 1 },
  };
}

// The id of a rule is the path of a file, and so never empty.
const createHostileFields = (text: string) => ({
  rule: text || 'a',
  clause: text,
  title: text,
  subject: text,
  why: text,
  notes: [text],
});

const createHostileViolation = (text: string): Result =>
  createSampleViolation(createHostileFields(text), {
    summary: text,
    expected: { [text]: text },
    actual: [text],
    case: text,
    exchanges: [createHostileExchange(text), { n: 3, request: createHostileExchange(text).request, silence: text }],
    curl: [`curl ${text}`],
    replay: text,
    seenAgain: text,
  });

const createHostileExchange = (text: string): RecordedExchange => ({
  n: 2,
  role: text,
  request: {
    method: 'POST',
    url: `http://127.0.0.1:4010/api/${text}?${text}`,
    headers: { [text]: text },
    content: text,
  },
  answer: { status: 500, headers: { [text]: [text, text], 'content-type': text }, content: text, cutFrom: 9, ms: 1.5 },
});

const createOtherResults = (text: string): Result[] => [
  createSampleResult(createHostileFields(text)),
  createSampleResult({ ...createHostileFields(text), verdict: 'inconclusive', cause: 'setup', enable: text }),
  createSampleResult({ ...createHostileFields(text), verdict: 'errored', cause: 'kit' }),
  createSampleResult({ ...createHostileFields(text), verdict: 'not-applicable', cause: 'need', enable: text }),
  createSampleResult({ ...createHostileFields(text), verdict: 'not-run', cause: 'permission' }),
];

/** The same with text as a hostile service may send it. */
export const hostileSampleReport: Report = createHostileReport(hostileText);
