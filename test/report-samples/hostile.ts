import type { RecordedExchange, Report, Result } from '../../src/model/result/report.js';
import { hostile, resultOf, violationOf } from './sample-result.js';
import { sound } from './without-violations.js';

/** A report in which every text that anybody but the kit can choose is this one. */
export function reportOf(text: string): Report {
  const { target, run, survey } = sound;
  return {
    ...sound,
    target: { ...target, name: text, version: text, contact: text },
    run: { ...run, profile: text, openapi: text, endedEarly: text, faults: [text], ruleFolders: [text], only: [text] },
    survey: {
      ...survey,
      document: text,
      collections: [{ name: text, path: `/${text}`, facts: [] }],
      contradictions: [text],
      notes: [text],
    },
    dialects: [text],
    results: [
      violation(text),
      { ...violation(text), waived: { reason: text, owner: text, until: text } },
      ...others(text),
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
const about = (text: string) => ({
  rule: text || 'a',
  clause: text,
  title: text,
  subject: text,
  why: text,
  notes: [text],
});

const violation = (text: string): Result =>
  violationOf(about(text), {
    summary: text,
    expected: { [text]: text },
    actual: [text],
    case: text,
    exchanges: [exchange(text), { n: 3, request: exchange(text).request, silence: text }],
    curl: [`curl ${text}`],
    replay: text,
    seenAgain: text,
  });

const exchange = (text: string): RecordedExchange => ({
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

const others = (text: string): Result[] => [
  resultOf(about(text)),
  resultOf({ ...about(text), verdict: 'inconclusive', cause: 'setup', enable: text }),
  resultOf({ ...about(text), verdict: 'errored', cause: 'kit' }),
  resultOf({ ...about(text), verdict: 'not-applicable', cause: 'need', enable: text }),
  resultOf({ ...about(text), verdict: 'not-run', cause: 'permission' }),
];

/** The same with text as a hostile service may send it. */
export const allHostile: Report = reportOf(hostile);
