import { dirname } from 'node:path';
import { subjectsOf } from '../../src/audit/list-subjects.js';
import type { Client, Request } from '../../src/http/exchange.js';
import { plan } from '../../src/plan/plan.js';
import { aim } from '../../src/profile/load-profile.js';
import type { NamedRule } from '../../src/rule/rule.js';
import { survey } from '../../src/survey/survey.js';

/** What came of a document, and how long it took in milliseconds. */
export interface Loaded {
  readonly collections: number;
  readonly trials: number;
  readonly notes: readonly string[];
  readonly surveyMs: number;
  readonly planMs: number;
}

/** Loads a document and plans an audit of a service that never answers, so that nothing but the kit is measured. */
export async function load(file: string, rules: readonly NamedRule[]): Promise<Loaded> {
  const profile = await aim({
    baseUrl: 'http://127.0.0.1:1',
    cwd: dirname(file),
    env: {},
    openapi: file,
    permit: 'deletes',
  });
  const startedAt = performance.now();
  const found = await survey(profile, silent());
  const surveyedAt = performance.now();
  const { permit, only } = profile;
  const { trials } = plan({ rules, subjects: subjectsOf(found.collections, profile), permit, only });
  return {
    collections: found.collections.length,
    trials: trials.length,
    notes: found.notes,
    surveyMs: surveyedAt - startedAt,
    planMs: performance.now() - surveyedAt,
  };
}

const silent = (): Client => {
  const exchange = (method: string, path: string) => ({ n: 1, method, path, answer: undefined, silence: 'nobody' });
  const silence = async ({ method, path }: Request) => exchange(method, path);
  return { send: silence, raw: silence, tear: silence, carry() {}, elsewhere: async (url) => exchange('GET', url) };
};
