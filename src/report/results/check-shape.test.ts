import { expect, test } from 'vitest';
import { sampleReports, sound } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';
import { formats } from '../formats.js';
import { render } from '../render.js';
import { findShapeProblem } from './check-shape.js';

test('accepts reports of the kit', () => {
  for (const report of Object.values(sampleReports)) expect(findShapeProblem(report)).toBeUndefined();
});

const hostile = '<img src=x onerror=alert(1)>\n::error::injected\u001b[31m';
const [held] = sound.results;
const inGate = (change: object) => ({ gate: { ...sound.gate, ...change } });

test.each<[string, object]>([
  ['name of kit', { kit: { ...sound.kit, name: hostile } }],
  ['version of kit', { kit: { ...sound.kit, version: hostile } }],
  ['seed of the report', { seed: hostile }],
  ['requests of the report', { requests: [hostile] }],
  ['startedAt of the report', { startedAt: hostile }],
  ['permitFrom of run', { run: { ...sound.run, permitFrom: hostile } }],
  ['open of gate', inGate({ open: 'false' })],
  ['exit of gate', inGate({ exit: hostile })],
  ['reasons of gate', inGate({ reasons: hostile })],
  ['level of results[0]', { results: [{ ...held, level: hostile }] }],
  ['verdict of results[0]', { results: [{ ...held, verdict: 'passed' }] }],
  ['cases of results[0]', { results: [{ ...held, cases: hostile }] }],
  ['level of coverage.clauses[0]', { coverage: { clauses: [{ ...sound.coverage.clauses[0], level: hostile }] } }],
])('no format is written for a report without a valid %s', (place, change) => {
  const forged = { ...sound, ...change } as Report;
  for (const format of Object.keys(formats).filter((one) => one !== 'json'))
    expect(() => render(forged, format)).toThrow(`${place} has a value that assay does not write`);
});
