import { expect, test } from 'vitest';
import type { Report } from '../../model/result/report.js';
import { decideRunGate } from './run-gate.js';

/** A report of one undecided result. */
const undecided = (cause: string, why: string) =>
  ({
    gate: { open: false, reasons: ['no MUST rule of the convention could be checked'], exit: 1 },
    results: [{ rule: 'a/b', subject: 'things', verdict: 'inconclusive', cause, why }],
    run: {},
    leftovers: [],
    survey: { collections: [{ name: 'things' }], notes: [], contradictions: [] },
  }) as unknown as Report;

test.each([
  ['refused', 'creation was refused with 403 (exchange 7)', /^the service refuses requests: .* give credentials with/],
  ['refused', 'the service refused the creation with 403 (exchange 429)', /; give credentials with --token-env/],
  ['refused', 'POST /things returned 429 (exchange 7)', /; try again later, or with a lower --rate$/],
  ['refused', 'the service repeatedly returns 429, also after pauses', /; try again later, or with a lower --rate$/],
  ['refused', 'the service asks to come back in 3600 s, which is longer', /; try again later, or with a lower --rate$/],
  ['no-answer', 'the service asks to come back in 3600 s, which is longer', /; fix it, or try again later$/],
])('%s, for "%s": the reason says what to do', (cause, why, advice) => {
  const gate = decideRunGate(undecided(cause, why), {});
  expect([gate.exit, gate.reasons.at(-1)]).toEqual([3, expect.stringMatching(advice)]);
});

test('a request that the run does not send is no refusal of the service', () => {
  const report = undecided('setup', 'POST /things is not sent with a list as content, which may replace all items');
  const [withheld] = report.results;
  const mute = { ...withheld, cause: 'no-answer', why: 'POST /things repeatedly returned 503' } as Report['results'][0];
  const { exit, reasons } = decideRunGate({ ...report, results: [withheld as never, mute] }, {});
  expect([exit, reasons.at(-1)]).toEqual([3, expect.stringMatching(/^the service gives no usable response: .* 503/)]);
});
