import { describe, expect, test } from 'vitest';
import { createAnswer, errorBodies, lookAlikes, type Sample } from './_shared/error-bodies.fixture.js';
import { errorFrom, weighSignals } from './_shared/error-signals.js';

const weightOf = (sample: Sample) => weighSignals(createAnswer(sample), sample);

describe('the detector for errors in 2xx bodies', () => {
  test('is tested with at least 60 error bodies and 60 look-alikes, each with its own name', () => {
    expect(errorBodies.length).toBeGreaterThanOrEqual(60);
    expect(lookAlikes.length).toBeGreaterThanOrEqual(60);
    for (const samples of [errorBodies, lookAlikes])
      expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
  });

  test.each(errorBodies)('recognises as an error: $name', (sample) => {
    const { weight, signals } = weightOf(sample);
    expect(weight, JSON.stringify(signals)).toBeGreaterThanOrEqual(errorFrom);
  });

  test.each(lookAlikes)('does not recognise as an error: $name', (sample) => {
    const { weight, signals } = weightOf(sample);
    expect(weight, JSON.stringify(signals)).toBeLessThan(errorFrom);
  });
});
