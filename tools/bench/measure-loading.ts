import { dirname } from 'node:path';
import { listSubjects } from '../../src/audit/plan-trials.js';
import type { Client, ClientRequest } from '../../src/http/exchange.js';
import { plan } from '../../src/plan/plan.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import type { NamedRule } from '../../src/rule/rule.js';
import { survey } from '../../src/survey/survey.js';

/** What came of a document, and how long it took in milliseconds. */
export interface LoadingMeasurement {
  readonly collections: number;
  readonly trials: number;
  readonly notes: readonly string[];
  readonly surveyMs: number;
  readonly planMs: number;
}

/** Loads a document and plans an audit of a service that never answers, so that nothing but the kit is measured. */
export async function measureLoading(file: string, rules: readonly NamedRule[]): Promise<LoadingMeasurement> {
  const profile = await loadProfile({
    baseUrl: 'http://127.0.0.1:1',
    cwd: dirname(file),
    env: {},
    openapi: file,
    permit: 'deletes',
  });
  const startedAt = performance.now();
  const found = await survey(profile, createSilentClient());
  const surveyedAt = performance.now();
  const { permit, only } = profile;
  const { trials } = plan({ rules, subjects: listSubjects(found.collections, found.resources, profile), permit, only });
  return {
    collections: found.collections.length,
    trials: trials.length,
    notes: found.notes,
    surveyMs: surveyedAt - startedAt,
    planMs: performance.now() - surveyedAt,
  };
}

const createSilentClient = (): Client => {
  const exchange = (method: string, path: string) => ({ n: 1, method, path, answer: undefined, silence: 'refused' });
  const silence = async ({ method, path }: ClientRequest) => exchange(method, path);
  return {
    send: silence,
    raw: silence,
    abort: silence,
    addQuery() {},
    fetchForeign: async (url) => exchange('GET', url),
  };
};
