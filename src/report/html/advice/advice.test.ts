import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { frameworks, renderAdvice, topics } from './advice.js';

const convention = readFileSync(new URL('../../../../suites/convention.md', import.meta.url), 'utf8');

describe('advice', () => {
  const clauses = topics.flatMap(({ clauses: own }) => own);

  test('is for existing clauses, each in one place', () => {
    const known = new Set([...convention.matchAll(/^### (\S+) /gm)].map(([, clause]) => clause));
    expect(clauses.filter((clause) => !known.has(clause))).toEqual([]);
    expect(new Set(clauses).size).toBe(clauses.length);
  });

  test('exists for most clauses that can fail a run', () => {
    const musts = [...convention.matchAll(/^### (\S+) · MUST · convention/gm)].map(([, clause = '']) => clause);
    const without = musts.filter((clause) => !clauses.includes(clause));
    expect(without.length / musts.length).toBeLessThan(0.25);
  });

  test('is for known frameworks', () => {
    const named = topics.flatMap(({ where }) => Object.keys(where));
    expect(named.filter((name) => !Object.hasOwn(frameworks, name))).toEqual([]);
  });

  test('is short', () => {
    const lines = topics.flatMap(({ where }) => Object.values(where).map(String));
    expect(lines.filter((line) => line.length > 170)).toEqual([]);
  });

  test('names the framework, and has nothing for an unknown clause', () => {
    expect(renderAdvice({ clause: 'SAFE-01' })?.markup).toContain('Django REST framework');
    expect(renderAdvice({ clause: 'HOUSE-01' })).toBeUndefined();
  });
});
