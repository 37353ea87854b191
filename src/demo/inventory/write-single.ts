import {
  type Answer,
  createEmptyAnswer,
  createJsonAnswer,
  createProblem,
  createProblemWithHeaders,
} from '../service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../service/http/json.js';
import type { Request } from '../service/http/request.js';
import type { Settings } from '../service/settings.js';
import { firstNotice, type Stock } from './stock.js';

export interface SingleWrite {
  readonly method: string;
  readonly request: Request;
  readonly stock: Stock;
  readonly settings: Settings;
}

export function writeSettings({ request, stock, settings: { singles } }: SingleWrite): Answer {
  const body = readBody(request);
  if ('problem' in body) return body.problem;
  const { content } = body;
  if (singles === 'fixed') return createProblem(403, 'The settings are managed elsewhere.');
  if (!areSettings(content)) return createProblem(422, 'Settings have a currency, a timezone and a page size.');
  const { currency, timezone, pageSize, note } = content;
  const written = { currency: currency ?? null, timezone: timezone ?? null, pageSize: pageSize ?? null };
  if (singles !== 'defaults') stock.settings = { ...written, ...(note !== undefined && { note }) };
  else stock.settings = { ...written, timezone: String(timezone).trim(), note: note ?? 'No note' };
  return createJsonAnswer(200, stock.settings);
}

export function writeNotice({ method, request, stock, settings: { singles } }: SingleWrite): Answer {
  if (singles === 'fixed') return createProblem(403, 'The notice is managed elsewhere.');
  if (method === 'DELETE') {
    if (stock.notice === undefined) return createProblem(404, 'There is no notice.');
    stock.notice = singles === 'defaults' ? firstNotice : undefined;
    return createEmptyAnswer(204);
  }
  const body = readBody(request);
  if ('problem' in body) return body.problem;
  const { text = null } = isObject(body.content) ? body.content : {};
  if (!isText(text, 100)) return createProblem(422, 'A notice has a text.');
  stock.notice = { text };
  return createJsonAnswer(201, stock.notice, { location: '/notice' });
}

/** Where writes must be conditional, they are refused without an entity tag (RFC 6585 §3). */
export const refuseUnconditional = ({ settings: { singles }, request }: SingleWrite): Answer | undefined =>
  singles === 'conditional' && request.headers['if-match'] === undefined
    ? createProblemWithHeaders(428, 'Send If-Match.', {})
    : undefined;

export function readBody({ content, headers }: Request): { readonly content: Json } | { readonly problem: Answer } {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    return { problem: createProblem(415, 'Send application/json.') };
  try {
    return { content: JSON.parse(content.toString()) as Json };
  } catch {
    return { problem: createProblem(400, 'The content is not JSON.') };
  }
}

function areSettings(content: Json): content is JsonObject {
  if (!isObject(content)) return false;
  const { currency, timezone, pageSize, note = '' } = content;
  return (
    typeof currency === 'string' &&
    /^[A-Z]{3}$/.test(currency) &&
    isText(timezone, 60) &&
    Number.isSafeInteger(pageSize) &&
    Number(pageSize) >= 1 &&
    Number(pageSize) <= 500 &&
    (note === '' || isText(note, 80))
  );
}

const isText = (value: Json | undefined, most: number): boolean =>
  typeof value === 'string' && [...value].length >= 1 && [...value].length <= most;
