import { randomInt, randomUUID } from 'node:crypto';
import { isObject } from '../../model/json.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import { generateWord } from '../identity/identity.js';

/** A new value for a path parameter, in the form that the document declares, which no item should have. */
export function inventValue({ operations }: Pick<ResourceSubject, 'operations'>, name: string): string {
  const parameters = operations.flatMap(({ operation }) => operation.parameters);
  const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
  const { type, format } = isObject(schema) ? schema : {};
  const types = [type].flat();
  if (types.includes('integer') || types.includes('number')) return String(randomInt(900_000_000, 999_999_999));
  return format === 'uuid' ? randomUUID() : generateWord();
}
