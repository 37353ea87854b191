import type { ServiceFacts } from '../facts/facts.js';
import { referTo, type Schema } from './schemas.js';

/** A path with its operations, as in OpenAPI 3.1. */
export type Operation = Readonly<Record<string, unknown>>;
export type PathOperations = Record<string, Record<string, Operation>>;

const json = (schema: Schema) => ({ 'application/json': { schema } });
/** A response. */
export const answer = (description: string, schema?: Schema) => ({
  description,
  ...(schema && { content: json(schema) }),
});
/** A parameter. */
export const query = (name: string, isRequired: boolean, schema: Schema, where = 'query') => ({
  name,
  in: where,
  ...(isRequired && { required: true }),
  schema,
});

/** What a service answers to requests that it refuses. */
export const describeRefusals = (service: ServiceFacts, statuses: readonly number[]) => {
  const { design, callers } = service;
  const all = [
    ...statuses,
    ...(callers.length > 0 ? [401] : []),
    ...(callers.length > 1 && design.service.hiddenStatus === '403' ? [403] : []),
    ...(design.service.rateLimit === 'none' ? [] : [429]),
  ];
  const isJson = !['html', 'empty'].includes(design.service.errorShape);
  const mediaType = design.service.errorShape === 'problem' ? 'application/problem+json' : 'application/json';
  const mediaTypes = design.service.errorVariety === 'several' ? [mediaType, 'application/json'] : [mediaType];
  const media = Object.fromEntries(mediaTypes.map((one) => [one, { schema: referTo('Error') }]));
  const content = isJson ? { content: media } : {};
  return Object.fromEntries([...new Set(all)].map((status) => [status, { description: 'Refused', ...content }]));
};
