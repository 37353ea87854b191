import { resolve } from 'node:path';
import { isObject } from '../../model/json.js';
import type { Baseline } from '../../model/service/baseline.js';
import { checkSchema } from '../file/check-schema.js';
import { readSource } from '../file/source.js';
import { readWaivers } from './read-waivers.js';

/** Reads a file with waivers, with the collections of an earlier survey, or with both. Throws if it cannot be read or parsed. */
export function readKnownFailures(file: string, cwd: string) {
  const source = readSource(resolve(cwd, file), cwd);
  const value = isObject(source.value) ? source.value : {};
  if (/\/report-\d+\.json$/.test(String(value.schema)))
    return {
      waivers: [],
      problems: [source.problem([], 'is a report; give the survey.json beside it, or a file with waivers')],
    };
  const isSurvey = 'collections' in value || 'schema' in value;
  const problems = checkSchema(isSurvey ? 'survey' : 'waivers', source.value, source);
  if (problems.length > 0) return { waivers: [], problems };
  const { collections } = value as Partial<Baseline>;
  return { ...readWaivers(value, source), ...(collections && { baseline: { collections } }) };
}
