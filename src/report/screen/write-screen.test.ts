import { expect, test } from 'vitest';
import { sound } from '../../../test/report-samples/samples.js';
import { quickExclusion } from '../../model/result/quick.js';
import type { Report } from '../../model/result/report.js';
import { writeScreen } from './write-screen.js';

const options = { color: false, width: 80, createReplayCommand: String, notes: [], nextCommands: [] };
const firstLine = (report: Report) => writeScreen(report, options).split('\n', 1)[0];

test('the first line has the seed in full; what does not fit is left out, and nothing is cut', () => {
  const facts = { durationMs: 18_800, requests: 1768, seed: 1_321_447_710 };
  const at = (baseUrl: string): Report => ({ ...sound, ...facts, target: { name: baseUrl, baseUrl } });
  expect(firstLine(at('http://127.0.0.1:34731'))).toBe(
    'http://127.0.0.1:34731 (18.8 s, 1768 requests, seed 1321447710, may delete)',
  );
  expect(firstLine(at('https://sandbox.shop.example/v1'))).toBe(
    'https://sandbox.shop.example/v1 (18.8 s, 1768 requests, seed 1321447710)',
  );
});

test('a quick run says how many rules it left out', () => {
  const [first] = sound.results;
  if (first === undefined) throw new Error('the sample has results');
  const leftOut = { ...first, rule: 'safety/b', verdict: 'not-run', cause: 'filter', why: quickExclusion } as const;
  const quick: Report = { ...sound, run: { ...sound.run, quick: true }, results: [...sound.results, leftOut] };
  expect(writeScreen(quick, options)).toContain(
    '--quick     leaves out 1 rule and most cases; run without it before you merge\n',
  );
  expect(writeScreen(sound, options)).not.toContain('--quick');
});
