import { compare, type Exchange, type Json, type JsonObject } from '#rule';
import {
  areResources,
  type Expectation,
  hasValue,
  isFieldMap,
  listTextSignals,
  readMembers,
  type Signal,
  speaksOfFailure,
} from './error-words.js';

/** From this weight on a body counts as an error; from 3 on, it is only suspect. */
export const errorFrom = 5;

/** Weighs whether the body of a 2xx response reports an error: root and one envelope level only, never inside entries. */
export function weighSignals(
  answer: NonNullable<Exchange['answer']>,
  { hasIdentity, goodMembers }: Expectation,
): { readonly weight: number; readonly signals: readonly Signal[] } {
  const signals = listTextSignals(answer);
  const json = compare.isObject(answer.json) ? answer.json : undefined;
  const overlap = json && goodMembers.length > 0 ? measureOverlap(Object.keys(json), goodMembers) : undefined;
  if (json !== undefined) {
    const root = readMembers(json);
    const found = listObjectSignals(json, root, hasIdentity);
    for (const name of envelopes) {
      const inner = root.plain[name];
      if (inner === undefined || !compare.isObject(inner)) continue;
      found.push(...listObjectSignals(inner, readMembers(inner), hasIdentity));
      break;
    }
    if (found.length > 0 && overlap !== undefined && overlap < 0.34 && !hasIdentity)
      found.push({ weight: 2, because: 'it has no member that this operation usually returns' });
    signals.push(...found);
  }
  if (signals.length === 0) return { weight: 0, signals };
  if (hasIdentity) signals.push({ weight: -5, because: 'it shows the requested item' });
  if (json && hasIdentity && jobStates.test(String(json.status ?? json.state)))
    signals.push({ weight: -4, because: 'it is a job that reports its own outcome' });
  if (overlap !== undefined && goodMembers.length > 1 && overlap > 0.8)
    signals.push({ weight: -3, because: 'it looks like successful responses of this operation' });
  return { weight: signals.reduce((sum, { weight }) => sum + weight, 0), signals };
}

const envelopes = ['data', 'result', 'response', 'body', 'payload', 'd', 'meta', 'status'];
const jobStates = /^(queued|running|succeeded|failed|pending|done|completed|error)$/i;

/** The signals of the root, or of an envelope. */
function listObjectSignals(json: JsonObject, members: ReturnType<typeof readMembers>, hasIdentity: boolean): Signal[] {
  const signals: Signal[] = [];
  const { plain, isBare } = members;
  const { error } = plain;
  if (
    isFailedStatus(plain) ||
    (error !== undefined && compare.isObject(error) && isFailedStatus(readMembers(error).plain))
  )
    signals.push({ weight: 5, because: 'it has a status from 400 to 599' });
  for (const name of successes) {
    if (plain[name] !== false) continue;
    signals.push({ weight: 5, because: 'it says that the request did not succeed' });
    break;
  }
  let isFailed = false;
  for (const name of failures) isFailed ||= plain[name] === true;
  if (isFailed && !hasIdentity) signals.push({ weight: 4, because: 'it says that the request failed' });
  if (!hasIdentity && isErrorValue(error)) signals.push({ weight: 4, because: 'it has a member named error' });
  addShapeSignals(signals, members, hasIdentity);
  if (hasIdentity) return signals;
  if (isBare && hasValue(plain, traces)) signals.push({ weight: 4, because: 'it has a stack trace' });
  if (isBare && hasValue(plain, explanations)) {
    signals.push({ weight: 2, because: 'all of its members are usual in errors' });
    if (speaksOfFailure(json)) signals.push({ weight: 1, because: 'its text mentions a failure' });
  }
  if (isFieldMap(json)) signals.push({ weight: 3, because: 'it has error messages for members' });
  return signals;
}

function addShapeSignals(signals: Signal[], { plain, isBare }: ReturnType<typeof readMembers>, hasIdentity: boolean) {
  const { fault, errors } = plain;
  if (fault !== undefined && compare.isObject(fault))
    signals.push({ weight: 4, because: 'it has a member named fault' });
  if (isBare && !hasIdentity && isFilled(errors) && !areResources(errors))
    signals.push({ weight: 5, because: 'it has errors and no data' });
  if (errors !== undefined && !isBare && areErrors(errors))
    signals.push({ weight: 3, because: 'it has errors beside data' });
  if (!hasIdentity && isFailedOutcome(plain)) signals.push({ weight: 4, because: 'it calls its outcome a failure' });
  if (isBare && !hasIdentity && isFailureCode(plain))
    signals.push({ weight: 3, because: 'it has a code other than success' });
  if (isKnownShape(plain)) signals.push({ weight: 4, because: 'it has the shape of a well-known error format' });
}

const successes = ['success', 'ok', 'succeeded', 'issuccess', 'issuccessful', 'successful', 'issucceeded'];
const failures = ['error', 'iserror', 'haserror', 'haserrors', 'failed', 'isfailure'];
const traces = ['exception', 'trace', 'traces', 'stack', 'stacktrace'];
const codes = ['code', 'errcode', 'errno', 'ret', 'retcode', 'errorcode', 'resultcode', 'returncode', 'statuscode'];
const statuses = ['status', 'statuscode', 'httpstatus', 'httpcode', 'httpstatuscode', 'code', 'errorcode'];
const outcomes = ['status', 'result', 'outcome', 'type'];
const explanations = 'message messages msg errmsg errormessage detail details title reason description'.split(' ');
const reasons = ['message', 'error', 'reason', 'msg', 'errmsg', 'detail', 'data', 'description', 'errors'];
const errorParts = ['message', 'code', 'type', 'reason', 'detail', 'status', 'msg'];

const isFilled = (value: Json | undefined): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== '' &&
  value !== 0 &&
  !(typeof value === 'object' && Object.keys(value).length === 0);

function isErrorValue(value: Json | undefined): boolean {
  if (typeof value === 'string') return value !== '' && !/^(no|none|ok|false|0)$/i.test(value);
  if (!compare.isObject(value)) return false;
  const { plain } = readMembers(value);
  return errorParts.some((name) => name in plain);
}

/** Whether entries are errors; resources that only have such a name have an id and members of their own. */
const areErrors = (value: Json | undefined): boolean =>
  Array.isArray(value) &&
  value.some((one) => {
    const plain = compare.isObject(one) ? readMembers(one).plain : {};
    return 'message' in plain || 'code' in plain || 'detail' in plain || 'title' in plain;
  });

function isFailedStatus(plain: JsonObject): boolean {
  for (const name of statuses) {
    const value = plain[name];
    const number = typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= 400 && number <= 599) return true;
  }
  return false;
}

function isFailedOutcome(plain: JsonObject): boolean {
  for (const name of outcomes)
    if (/^(error|fail|failed|failure|ko|nok|nack)$/i.test(String(plain[name]))) return hasValue(plain, reasons);
  return false;
}

function isFailureCode(plain: JsonObject): boolean {
  if (!hasValue(plain, ['msg', 'message', 'errmsg', 'errormessage', 'description'])) return false;
  const code = plain[codes.find((name) => hasValue(plain, [name])) ?? ''];
  if (typeof code === 'number') return code !== 0 && (code < 200 || code > 299);
  return typeof code === 'string' && !/^(ok|0+|success|2\d\d)$/i.test(code);
}

function isKnownShape(plain: JsonObject): boolean {
  const isKubernetes = plain.kind === 'Status' && plain.status === 'Failure';
  if (isKubernetes || (hasValue(plain, ['timestamp']) && hasValue(plain, ['error']) && hasValue(plain, ['path'])))
    return true;
  return /(Exception|Error|Fault)$/.test(String(plain.type)) && hasValue(plain, ['message']);
}

function measureOverlap(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((name) => b.includes(name)).length;
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : shared / all;
}
