import { type HttpResponse, isObject, type Json, type JsonObject } from '#rule';
import { createSignal, type Signal } from './_error-signal.js';
import { listTextSignals } from './_error-text.js';
import {
  areOnlyErrorWords,
  areResources,
  hasErrorMember,
  isFieldMap,
  isFilledValue,
  normalizeNames,
  speaksOfFailure,
} from './_error-words.js';

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
export function weighSignals(
  answer: HttpResponse,
  expectation: Expectation,
): { readonly weight: number; readonly signals: readonly Signal[] } {
  const signals = [
    ...listTextSignals(answer),
    ...listBodySignals(answer.json, expectation),
    ...listGoodSignals(answer.json, expectation),
  ];
  const accusing = signals.some(({ weight }) => weight > 0);
  return { weight: accusing ? signals.reduce((sum, { weight }) => sum + weight, 0) : 0, signals };
}

function listBodySignals(json: Json | undefined, { hasIdentity, goodMembers }: Expectation): Signal[] {
  if (!isObject(json)) return [];
  const plain = normalizeNames(json);
  const inner = envelopes.map((name) => plain[name]).find(isObject);
  const signals = [...listObjectSignals(json, hasIdentity), ...(inner ? listObjectSignals(inner, hasIdentity) : [])];
  const isStrange = goodMembers.length > 0 && measureOverlap(Object.keys(json), goodMembers) < 0.34 && !hasIdentity;
  return [
    ...signals,
    ...createSignal(signals.length > 0 && isStrange, 2, 'it has no member that this operation usually returns'),
  ];
}

const envelopes = ['data', 'result', 'response', 'body', 'payload', 'd', 'meta', 'status'];

function listObjectSignals(json: JsonObject, hasIdentity: boolean): Signal[] {
  const plain = normalizeNames(json);
  const { error, errors, fault } = plain;
  const isBare = areOnlyErrorWords(json);
  const isTold = !hasIdentity && isBare;
  return [
    ...createSignal(
      readStatus(plain) || (isObject(error) && readStatus(normalizeNames(error))),
      5,
      'it has a status from 400 to 599',
    ),
    ...createSignal(
      successes.some((name) => plain[name] === false),
      5,
      'it says that the request did not succeed',
    ),
    ...createSignal(
      failures.some((name) => plain[name] === true) && !hasIdentity,
      4,
      'it says that the request failed',
    ),
    ...createSignal(isErrorValue(error) && !hasIdentity, 4, 'it has a member named error'),
    ...createSignal(isObject(fault), 4, 'it has a member named fault'),
    ...createSignal(isFilled(errors) && !areResources(errors) && isTold, 5, 'it has errors and no data'),
    ...createSignal(areErrors(errors) && !isBare, 3, 'it has errors beside data'),
    ...createSignal(isFailedOutcome(plain) && !hasIdentity, 4, 'it calls its outcome a failure'),
    ...createSignal(isFailureCode(plain) && isTold, 3, 'it has a code other than success'),
    ...createSignal(isKnownShape(plain), 4, 'it has the shape of a well-known error format'),
    ...createSignal(traces.some((name) => isFilledValue(plain[name])) && isTold, 4, 'it has a stack trace'),
    ...createSignal(isTold && hasErrorMember(plain), 2, 'all of its members are usual in errors'),
    ...createSignal(isTold && hasErrorMember(plain) && speaksOfFailure(json), 1, 'its text mentions a failure'),
    ...createSignal(!hasIdentity && isFieldMap(json), 3, 'it has error messages for members'),
  ];
}

function listGoodSignals(json: Json | undefined, { hasIdentity, goodMembers }: Expectation): Signal[] {
  const isJob =
    isObject(json) &&
    hasIdentity &&
    /^(queued|running|succeeded|failed|pending|done|completed|error)$/i.test(String(json.status ?? json.state));
  const isLikeGood = isObject(json) && goodMembers.length > 1 && measureOverlap(Object.keys(json), goodMembers) > 0.8;
  return [
    ...createSignal(hasIdentity, -5, 'it shows the requested item'),
    ...createSignal(isJob, -4, 'it is a job that reports its own outcome'),
    ...createSignal(isLikeGood, -3, 'it looks like successful responses of this operation'),
  ];
}

const successes = ['success', 'ok', 'succeeded', 'issuccess', 'issuccessful', 'successful', 'issucceeded'];
const failures = ['error', 'iserror', 'haserror', 'haserrors', 'failed', 'isfailure'];
const traces = ['exception', 'trace', 'traces', 'stack', 'stacktrace'];
const codes = ['code', 'errcode', 'errno', 'ret', 'retcode', 'errorcode', 'resultcode', 'returncode', 'statuscode'];

const isFilled = (value: Json | undefined) =>
  isFilledValue(value) &&
  value !== 0 &&
  !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const isErrorValue = (value: Json | undefined) =>
  (typeof value === 'string' && value !== '' && !/^(no|none|ok|false|0)$/i.test(value)) ||
  (isObject(value) &&
    ['message', 'code', 'type', 'reason', 'detail', 'status', 'msg'].some((name) => name in normalizeNames(value)));

/** Whether entries are errors; resources that only have such a name have an id and members of their own. */
const areErrors = (value: Json | undefined) =>
  Array.isArray(value) &&
  value.some(
    (one) => isObject(one) && ['message', 'code', 'detail', 'title'].some((name) => name in normalizeNames(one)),
  );

const readStatus = (plain: JsonObject) =>
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
    (name) => isFilledValue(plain[name]),
  );
  return isNamedSo && isExplained;
}

function isFailureCode(plain: JsonObject): boolean {
  const code = codes.map((name) => plain[name]).find(isFilledValue);
  const isSpoken = ['msg', 'message', 'errmsg', 'errormessage', 'description'].some((name) =>
    isFilledValue(plain[name]),
  );
  if (!isSpoken) return false;
  if (typeof code === 'number') return code !== 0 && (code < 200 || code > 299);
  return typeof code === 'string' && !/^(ok|0+|success|2\d\d)$/i.test(code);
}

function isKnownShape({ kind, status, timestamp, error, path, type, message }: JsonObject): boolean {
  const isKubernetes = kind === 'Status' && status === 'Failure';
  const isSpring = isFilledValue(timestamp) && isFilledValue(error) && isFilledValue(path);
  return isKubernetes || isSpring || (/(Exception|Error|Fault)$/.test(String(type)) && isFilledValue(message));
}

function measureOverlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : shared / all;
}
