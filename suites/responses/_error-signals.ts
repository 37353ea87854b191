import { type HttpResponse, isObject, type Json, type JsonObject } from '#rule';
import { signalsOfText } from './_error-text.js';
import { areOnlyErrorWords, areThings, isFieldMap, isNamed, isSaid, plainOf, speaksOfFailure } from './_error-words.js';
import { type Signal, signal } from './_signal.js';

/** What is known about the operation that returned the response. */
export interface Expectation {
  /** The body shows the requested item: its id, or members that were sent. */
  readonly hasIdentity: boolean;
  /** Member names of bodies of successful responses of the same operation. */
  readonly goodMembers: readonly string[];
}

/** From this weight on a body counts as an error; from 3 on, it is only suspect. */
export const errorFrom = 5;

/** Weighs whether the body of a 2xx response reports an error: root and one envelope level only, never inside entries. */
export function weigh(
  answer: HttpResponse,
  expectation: Expectation,
): { readonly weight: number; readonly signals: readonly Signal[] } {
  const signals = [
    ...signalsOfText(answer),
    ...ofBody(answer.json, expectation),
    ...innocence(answer.json, expectation),
  ];
  const accusing = signals.some(({ weight }) => weight > 0);
  return { weight: accusing ? signals.reduce((sum, { weight }) => sum + weight, 0) : 0, signals };
}

function ofBody(json: Json | undefined, { hasIdentity, goodMembers }: Expectation): Signal[] {
  if (!isObject(json)) return [];
  const plain = plainOf(json);
  const inner = envelopes.map((name) => plain[name]).find(isObject);
  const signals = [...ofObject(json, hasIdentity), ...(inner ? ofObject(inner, hasIdentity) : [])];
  const isStrange = goodMembers.length > 0 && overlap(Object.keys(json), goodMembers) < 0.34 && !hasIdentity;
  return [
    ...signals,
    ...signal(signals.length > 0 && isStrange, 2, 'it has no member that this operation usually returns'),
  ];
}

const envelopes = ['data', 'result', 'response', 'body', 'payload', 'd', 'meta', 'status'];

function ofObject(json: JsonObject, hasIdentity: boolean): Signal[] {
  const plain = plainOf(json);
  const { error, errors, fault } = plain;
  const isBare = areOnlyErrorWords(json);
  const isTold = !hasIdentity && isBare;
  return [
    ...signal(statusIn(plain) || (isObject(error) && statusIn(plainOf(error))), 5, 'it has a status from 400 to 599'),
    ...signal(
      successes.some((name) => plain[name] === false),
      5,
      'it says that the request did not succeed',
    ),
    ...signal(failures.some((name) => plain[name] === true) && !hasIdentity, 4, 'it says that the request failed'),
    ...signal(isErrorValue(error) && !hasIdentity, 4, 'it has a member named error'),
    ...signal(isObject(fault), 4, 'it has a member named fault'),
    ...signal(isFilled(errors) && !areThings(errors) && isTold, 5, 'it has errors and no data'),
    ...signal(areErrors(errors) && !isBare, 3, 'it has errors beside data'),
    ...signal(isFailedOutcome(plain) && !hasIdentity, 4, 'it calls its outcome a failure'),
    ...signal(isFailureCode(plain) && isTold, 3, 'it has a code other than success'),
    ...signal(isKnownShape(plain), 4, 'it has the shape of a well-known error format'),
    ...signal(traces.some((name) => isSaid(plain[name])) && isTold, 4, 'it has a stack trace'),
    ...signal(isTold && isNamed(plain), 2, 'all of its members are usual in errors'),
    ...signal(isTold && isNamed(plain) && speaksOfFailure(json), 1, 'its text mentions a failure'),
    ...signal(!hasIdentity && isFieldMap(json), 3, 'it has error messages for members'),
  ];
}

function innocence(json: Json | undefined, { hasIdentity, goodMembers }: Expectation): Signal[] {
  const isJob =
    isObject(json) &&
    hasIdentity &&
    /^(queued|running|succeeded|failed|pending|done|completed|error)$/i.test(String(json.status ?? json.state));
  const isLikeGood = isObject(json) && goodMembers.length > 1 && overlap(Object.keys(json), goodMembers) > 0.8;
  return [
    ...signal(hasIdentity, -5, 'it shows the requested item'),
    ...signal(isJob, -4, 'it is a job that reports its own outcome'),
    ...signal(isLikeGood, -3, 'it looks like successful responses of this operation'),
  ];
}

const successes = ['success', 'ok', 'succeeded', 'issuccess', 'issuccessful', 'successful', 'issucceeded'];
const failures = ['error', 'iserror', 'haserror', 'haserrors', 'failed', 'isfailure'];
const traces = ['exception', 'trace', 'traces', 'stack', 'stacktrace'];
const codes = ['code', 'errcode', 'errno', 'ret', 'retcode', 'errorcode', 'resultcode', 'returncode', 'statuscode'];

const isFilled = (value: Json | undefined) =>
  isSaid(value) && value !== 0 && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const isErrorValue = (value: Json | undefined) =>
  (typeof value === 'string' && value !== '' && !/^(no|none|ok|false|0)$/i.test(value)) ||
  (isObject(value) &&
    ['message', 'code', 'type', 'reason', 'detail', 'status', 'msg'].some((name) => name in plainOf(value)));

/** Whether entries are errors; resources that only have such a name have an id and members of their own. */
const areErrors = (value: Json | undefined) =>
  Array.isArray(value) &&
  value.some((one) => isObject(one) && ['message', 'code', 'detail', 'title'].some((name) => name in plainOf(one)));

const statusIn = (plain: JsonObject) =>
  ['status', 'statuscode', 'httpstatus', 'httpcode', 'httpstatuscode', 'code', 'errorcode'].some((name) => {
    const value = plain[name];
    const number = typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isInteger(number) && number >= 400 && number <= 599;
  });

function isFailedOutcome(plain: JsonObject): boolean {
  const isNamedSo = ['status', 'result', 'outcome', 'type'].some((name) =>
    /^(error|fail|failed|failure|ko|nok|nack)$/i.test(String(plain[name])),
  );
  const isExplained = ['message', 'error', 'reason', 'msg', 'errmsg', 'detail', 'data', 'description', 'errors'].some(
    (name) => isSaid(plain[name]),
  );
  return isNamedSo && isExplained;
}

function isFailureCode(plain: JsonObject): boolean {
  const code = codes.map((name) => plain[name]).find(isSaid);
  const isSpoken = ['msg', 'message', 'errmsg', 'errormessage', 'description'].some((name) => isSaid(plain[name]));
  if (!isSpoken) return false;
  if (typeof code === 'number') return code !== 0 && (code < 200 || code > 299);
  return typeof code === 'string' && !/^(ok|0+|success|2\d\d)$/i.test(code);
}

function isKnownShape({ kind, status, timestamp, error, path, type, message }: JsonObject): boolean {
  const isKubernetes = kind === 'Status' && status === 'Failure';
  const isSpring = isSaid(timestamp) && isSaid(error) && isSaid(path);
  return isKubernetes || isSpring || (/(Exception|Error|Fault)$/.test(String(type)) && isSaid(message));
}

function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : shared / all;
}
