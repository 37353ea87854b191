import {
  assume,
  type Collection,
  compare,
  type Exchange,
  http,
  type Items,
  type Json,
  type JsonObject,
  values,
} from '#rule';
import {
  areOnlyErrorWords,
  areResources,
  createSignal,
  type Expectation,
  hasErrorMember,
  isFieldMap,
  isFilledValue,
  listTextSignals,
  normalizeNames,
  type Signal,
  speaksOfFailure,
} from './error-words.js';

type HttpResponse = NonNullable<Exchange['answer']>;

/** From this weight on a body counts as an error; from 3 on, it is only suspect. */
export const errorFrom = 5;

/** Weighs whether the body of a 2xx response reports an error: root and one envelope level only, never inside entries. */
export function weighSignals(answer: HttpResponse, expectation: Expectation) {
  const signals = [
    ...listTextSignals(answer),
    ...listBodySignals(answer.json, expectation),
    ...listGoodSignals(answer.json, expectation),
  ];
  const accusing = signals.some(({ weight }) => weight > 0);
  return { weight: accusing ? signals.reduce((sum, { weight }) => sum + weight, 0) : 0, signals };
}

function listBodySignals(json: Json | undefined, { hasIdentity, goodMembers }: Expectation): Signal[] {
  if (!compare.isObject(json)) return [];
  const plain = normalizeNames(json);
  const inner = envelopes.map((name) => plain[name]).find(compare.isObject);
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
      readStatus(plain) || (compare.isObject(error) && readStatus(normalizeNames(error))),
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
    ...createSignal(compare.isObject(fault), 4, 'it has a member named fault'),
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
    compare.isObject(json) &&
    hasIdentity &&
    /^(queued|running|succeeded|failed|pending|done|completed|error)$/i.test(String(json.status ?? json.state));
  const isLikeGood =
    compare.isObject(json) && goodMembers.length > 1 && measureOverlap(Object.keys(json), goodMembers) > 0.8;
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
  (compare.isObject(value) &&
    ['message', 'code', 'type', 'reason', 'detail', 'status', 'msg'].some((name) => name in normalizeNames(value)));

/** Whether entries are errors; resources that only have such a name have an id and members of their own. */
const areErrors = (value: Json | undefined) =>
  Array.isArray(value) &&
  value.some(
    (one) =>
      compare.isObject(one) && ['message', 'code', 'detail', 'title'].some((name) => name in normalizeNames(one)),
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

/** Whether a body has an id and most members of a known valid one. */
export const isShapedLike = (json: Json | undefined, good: Json | undefined, { id }: Collection) =>
  compare.isObject(json) &&
  compare.getAtPointer(json, id.pointer) !== undefined &&
  compare.isObject(good) &&
  Object.keys(good).filter((name) => Object.hasOwn(json, name)).length > Object.keys(good).length / 2;

/** GET of an address at which no item ever existed. */
export async function getMissingItem(body: Json, items: Items) {
  const nothing = await items.getUnknown(body);
  const bad = await nothing.get();
  return { way: 'missing', bad, effect: undefined, good: nothing.createdBy, broken: nothing.path, isBroken: true };
}

/** POST of an invalid body; where it was not refused, the created item is read, and a valid one beside it. */
export async function postInvalidBody(miss: values.NearMiss, body: Json, items: Items) {
  const { exchange: bad, item, sent } = await items.post(miss.body);
  assume(!http.hasStatus(bad, 202, 207), 'no-usable-case', 'the outcome is at another resource');
  const known = { way: 'refused' as const, bad, isBroken: values.isStillBroken(miss, sent) };
  const broken = `${miss.keyword} at ${miss.pointer || '/'}`;
  if (!http.hasStatus(bad, 2)) return { ...known, effect: undefined, good: bad, broken };
  const effect = item && (await item.getUntil((seen) => http.hasStatus(seen, 200)));
  const good = await items.create(body, { role: 'control' });
  const readable = await good.getUntil((seen) => http.hasStatus(seen, 200));
  assume(http.hasStatus(readable, 200), 'setup', 'the item of a valid creation could not be read');
  return { ...known, effect, good: good.createdBy, broken };
}
