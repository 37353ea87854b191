import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { isHeads } from '../random-values.js';
import type { Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { RenderedPage } from './page-style.js';

const maxCount = 10;

/** The total of a page: exact, estimated or capped. */
export function reportTotal({ settings, random }: Service, correct: number): number {
  if (settings.totals === 'capped') return Math.min(correct, maxCount);
  if (settings.totals !== 'estimated') return correct;
  const off = random.drawInteger(0, Math.ceil(correct / 5) + 1);
  const about = isHeads(random) ? correct + off : Math.max(0, correct - off);
  return about > 20 ? Math.round(about / 10) * 10 : about;
}

export function addTotals({ totals }: Settings, isCounting: boolean, total: number, shown: RenderedPage): RenderedPage {
  if (totals === 'absent') return removeTotals(shown);
  if (totals === 'exact' || isCounting) return shown;
  const { body, headers } = shown;
  return isList(body)
    ? { body, headers: { ...headers, 'x-total-count': String(total) } }
    : { ...shown, body: { ...body, total } };
}

/** The members of a page, with totals added or removed by the settings. */
export function describeTotals({ totals }: Settings, isCounting: boolean, members: Schemas): Schemas {
  if (totals === 'absent')
    return Object.fromEntries(Object.entries(members).flatMap(([name, schema]) => keepMember(name, schema)));
  return totals === 'exact' || isCounting ? members : { ...members, total: { type: 'integer', minimum: 0 } };
}

type Schemas = { readonly [member: string]: Schema };

const totalNames = new Set(['total', '@odata.count', 'count', 'totalElements', 'totalPages']);

const isList = (body: RenderedPage['body']): body is readonly JsonObject[] => Array.isArray(body);

function removeTotals({ body, headers = {} }: RenderedPage): RenderedPage {
  const { 'x-total-count': _, 'content-range': range, ...others } = headers;
  const unbounded: RenderedPage['headers'] =
    range === undefined ? {} : { 'content-range': range.replace(/\/\d+$/, '/*') };
  const kept = isList(body) ? body : (removeNames(body) as JsonObject);
  return { body: kept, headers: { ...others, ...unbounded } };
}

/** Entries are in arrays and stay unchanged. */
function removeNames(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !totalNames.has(name));
  return Object.fromEntries(entries.map(([name, inner]) => [name, removeNames(inner)]));
}

function keepMember(name: string, schema: Schema): [string, Schema][] {
  if (totalNames.has(name)) return [];
  if (!isObject(schema.properties)) return [[name, schema]];
  const properties = Object.fromEntries(
    Object.entries(schema.properties).flatMap(([inner, part]) => keepMember(inner, part)),
  );
  const required = (schema.required ?? []).filter((inner) => inner in properties);
  return [[name, { ...schema, properties, required }]];
}
