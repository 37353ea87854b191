import { resolve } from 'node:path';
import { isObject } from '../../model/json.js';
import type { Baseline } from '../../model/service/baseline.js';
import { checkShape } from '../file/check-schema.js';
import { readSource } from '../file/source.js';
import { type ReadWaivers, waiversIn } from './read-waivers.js';

/** What is known from before: failures that are accepted, and what an earlier audit saw. */
export interface ReadBaseline extends ReadWaivers {
  readonly baseline?: Baseline;
}

/** Reads a file with waivers, with the collections of an earlier survey, or with both. Throws when it cannot be read or parsed. */
export function readBaseline(file: string, cwd: string): ReadBaseline {
  const source = readSource(resolve(cwd, file), cwd);
  const value = isObject(source.value) ? source.value : {};
  const isSurvey = 'collections' in value || 'schema' in value;
  const problems = checkShape(isSurvey ? 'survey' : 'waivers', source.value, source);
  if (problems.length > 0) return { waivers: [], problems };
  const { collections } = value as Partial<Baseline>;
  return { ...waiversIn(value, source), ...(collections && { baseline: { collections } }) };
}
