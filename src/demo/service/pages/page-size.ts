import { type Answer, createProblem } from '../http/answer.js';
import type { JsonObject } from '../http/json.js';
import type { Settings } from '../settings.js';

export type SizeBounds = Pick<Settings, 'defaultSize' | 'maximumSize' | 'overMax'>;

export function createSizeParameter(name: string, bounds: SizeBounds): JsonObject {
  const { defaultSize, maximumSize } = bounds;
  const schema = { type: 'integer', minimum: 1, maximum: maximumSize, default: defaultSize };
  return describeParameter(name, `Entries on a page. ${overMaxPolicies[bounds.overMax](bounds)}`, schema);
}

export const describeParameter = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
});

/** The size of a page, or the refusal of the request. */
export function readSize(name: string, text: string | null, bounds: SizeBounds): number | Answer {
  if (text === null) return bounds.defaultSize;
  const asked = parsePageNumber(text);
  if (asked === undefined || asked === 0) return refuseParameter(name);
  if (asked <= bounds.maximumSize) return asked;
  if (bounds.overMax === 'reject') return createProblem(400, `${name} may be ${bounds.maximumSize} at most.`);
  return bounds.overMax === 'clamp' ? bounds.maximumSize : bounds.defaultSize;
}

/** A number without a sign that a double represents exactly; undefined otherwise. */
export const parsePageNumber = (text: string): number | undefined =>
  /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;

export const refuseParameter = (name: string): Answer =>
  createProblem(400, `Query parameter ${name} has no usable value.`);

const overMaxPolicies: Readonly<Record<Settings['overMax'], (bounds: SizeBounds) => string>> = {
  clamp: ({ maximumSize }) => `More than ${maximumSize} is clamped to ${maximumSize}.`,
  reject: ({ maximumSize }) => `More than ${maximumSize} is rejected with 400.`,
  default: ({ maximumSize, defaultSize }) =>
    `More than ${maximumSize} is ignored and the default of ${defaultSize} is used.`,
};
