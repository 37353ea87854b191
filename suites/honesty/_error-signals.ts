import { type Answer, header, isObject, type Json, type JsonObject } from '#rule';

/** One reason to believe that a body reports an error, and its weight. */
export interface Signal {
  readonly weight: number;
  readonly because: string;
}

/** What is known about the operation that answered. */
export interface Expectation {
  /** The body shows the thing that was asked for: its id, or members that were sent. */
  readonly hasIdentity: boolean;
  /** Member names of bodies known to be good, from the same operation. */
  readonly goodMembers: readonly string[];
}

/** At this weight a body counts as an error; below 5 and from 3 it is only suspect. */
export const errorFrom = 5;

/** Weighs whether the body of a 2xx answer reports an error: root and one envelope level only, never inside entries. */
export function weigh(
  answer: Answer,
  expectation: Expectation,
): { readonly weight: number; readonly signals: readonly Signal[] } {
  const signals = [...ofMessage(answer), ...ofBody(answer.json, expectation), ...innocence(answer.json, expectation)];
  const accusing = signals.some(({ weight }) => weight > 0);
  return { weight: accusing ? signals.reduce((sum, { weight }) => sum + weight, 0) : 0, signals };
}

const signal = (isSeen: boolean, weight: number, because: string): Signal[] => (isSeen ? [{ weight, because }] : []);

function ofMessage(answer: Answer): Signal[] {
  const type = header(answer, 'content-type') ?? '';
  const isHtml = /text\/html/i.test(type) || /^\s*<(!doctype html|html)/i.test(answer.text);
  const isPlainError =
    answer.json === undefined &&
    answer.text.length < 2000 &&
    /^\s*(error|exception|fatal|traceback|unauthorized|invalid)\b/i.test(answer.text);
  return [
    ...signal(/application\/problem\+|\berror\b/i.test(type), 5, `its media type is ${type}`),
    ...signal(isHtml, 4, 'it is an HTML page'),
    ...signal(
      isHtml &&
        /<(title|h1)[^>]*>[^<]*(error|exception|not found|forbidden|denied|maintenance|sign in)/i.test(answer.text),
      1,
      'the page speaks of an error',
    ),
    ...signal(isPlainError, 5, 'it is a line of text that names an error'),
    ...signal(/^\s*<(Error|[\w-]+:Fault|Fault)[\s>]/.test(answer.text), 5, 'it is an XML error'),
  ];
}

function ofBody(json: Json | undefined, { hasIdentity, goodMembers }: Expectation): Signal[] {
  if (!isObject(json)) return [];
  const inner = envelopes.map((name) => json[name]).find(isObject);
  const signals = [...ofObject(json, hasIdentity), ...(inner ? ofObject(inner, hasIdentity) : [])];
  const isStrange = goodMembers.length > 0 && overlap(Object.keys(json), goodMembers) < 0.34 && !hasIdentity;
  return [
    ...signals,
    ...signal(signals.length > 0 && isStrange, 2, 'it has nothing of the shape this operation answers with'),
  ];
}

const envelopes = ['data', 'result', 'response', 'body', 'payload', 'd', 'meta'];

function ofObject(json: JsonObject, hasIdentity: boolean): Signal[] {
  const { error, errors, fault } = json;
  const data = json.data ?? json.result;
  const isBare = data === null || data === undefined;
  const words = ['message', 'error', 'reason', 'msg', 'errmsg', 'detail', 'data'].some((name) => isSaid(json[name]));
  const outcome = ['status', 'result', 'outcome', 'type'].some((name) =>
    /^(error|fail|failed|failure|ko|nok)$/i.test(String(json[name])),
  );
  return [
    ...signal(statusIn(json) || (isObject(error) && statusIn(error)), 5, 'it carries a status from 400 to 599'),
    ...signal(
      ['success', 'ok', 'succeeded', 'isSuccess', 'isSuccessful', 'is_success'].some((name) => json[name] === false),
      5,
      'it says that it did not succeed',
    ),
    ...signal(isErrorValue(error) && !hasIdentity, 4, 'it has a member error'),
    ...signal(isObject(fault), 4, 'it has a member fault'),
    ...signal(isFilled(errors) && isBare && !hasIdentity, 5, 'it has errors and no data'),
    ...signal(areErrors(errors) && !isBare, 3, 'it has errors beside data'),
    ...signal(outcome && words && !hasIdentity, 4, 'it names its outcome a failure'),
    ...signal(isFailureCode(json) && isBare && !hasIdentity, 3, 'it carries a code other than success'),
    ...signal(isKnownShape(json), 4, 'it has the shape of a well-known error'),
  ];
}

function innocence(json: Json | undefined, { hasIdentity, goodMembers }: Expectation): Signal[] {
  const isJob =
    isObject(json) &&
    hasIdentity &&
    /^(queued|running|succeeded|failed|pending|done)$/i.test(String(json.status ?? json.state));
  const isLikeGood = isObject(json) && goodMembers.length > 1 && overlap(Object.keys(json), goodMembers) > 0.8;
  return [
    ...signal(hasIdentity, -5, 'it shows what was asked for'),
    ...signal(isJob, -4, 'it is a job that tells its own outcome'),
    ...signal(isLikeGood, -3, 'it looks as good answers of this operation do'),
  ];
}

const isSaid = (value: Json | undefined) => value !== undefined && value !== null && value !== false && value !== '';
const isFilled = (value: Json | undefined) =>
  isSaid(value) && value !== 0 && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);
const isErrorValue = (value: Json | undefined) =>
  (typeof value === 'string' && value !== '') ||
  (isObject(value) && ['message', 'code', 'type', 'reason', 'detail'].some((name) => name in value));
const areErrors = (value: Json | undefined) =>
  Array.isArray(value) &&
  value.some((one) => isObject(one) && ['message', 'code', 'detail', 'title'].some((name) => name in one));
const statusIn = (json: JsonObject) =>
  ['status', 'statusCode', 'status_code', 'httpStatus', 'http_code', 'code'].some((name) => {
    const value = json[name];
    return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599;
  });

function isFailureCode(json: JsonObject): boolean {
  const code = ['code', 'errcode', 'errno', 'ret', 'retcode', 'errorCode', 'resultCode']
    .map((name) => json[name])
    .find((value) => value !== undefined && value !== null);
  const isSpoken = ['msg', 'message', 'errmsg'].some((name) => isSaid(json[name]));
  if (!isSpoken) return false;
  if (typeof code === 'number') return code !== 0 && (code < 200 || code > 299);
  return typeof code === 'string' && !/^(ok|0|success|2\d\d)$/i.test(code);
}

function isKnownShape(json: JsonObject): boolean {
  const { kind, status, timestamp, error, path, __type, message } = json;
  const isKubernetes = kind === 'Status' && status === 'Failure';
  const isSpring = isSaid(timestamp) && isSaid(error) && isSaid(path);
  return isKubernetes || isSpring || (isSaid(__type) && isSaid(message));
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : shared / all;
}
