import { getMember, type Json } from '../model/json.js';
import type { DeclaredResource } from '../model/service/declared-resource.js';

/** A request that helps to remove an item for good; `{id}` is its id, in the path and in texts of the body. */
export type PurgeStep = NonNullable<DeclaredResource['purge']>[number];

/** The requests after DELETE, or instead of it, by collection name. */
export type Purges = Readonly<Record<string, readonly PurgeStep[]>>;

/** Fills in the path parameters of the steps for one item. */
export function fillPurgeSteps(steps: readonly PurgeStep[], filling: Readonly<Record<string, string>>): PurgeStep[] {
  return steps.map((step) => ({
    ...step,
    path: fillText(step.path, filling, encodeURIComponent),
    ...(step.body !== undefined && { body: fillValue(step.body, filling) }),
  }));
}

const fillText = (text: string, filling: Readonly<Record<string, string>>, write: (id: string) => string): string =>
  text.replace(/\{([^}]+)\}/g, (hole, name: string) => {
    const value = getMember(filling, name);
    return value === undefined ? hole : write(value);
  });

function fillValue(value: Json, filling: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string') return fillText(value, filling, (id) => id);
  if (Array.isArray(value)) return (value as readonly Json[]).map((entry) => fillValue(entry, filling));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillValue(part, filling)]));
}
