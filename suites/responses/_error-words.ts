import { isObject, type Json, type JsonObject } from '#rule';

/** Names of members that errors and their envelopes have, in lower case without separators. */
const words = new Set(
  `error errors fault message messages msg errmsg errormessage errordescription errordetail errordetails detail details
  description title type status statuscode statustext httpstatus httpcode httpstatuscode code errcode errno ret retcode
  errorcode errortype erroruri errorid resultcode returncode resultmessage reason cause hint instance param parameter target
  field fields source path url uri method timestamp time date documentationurl moreinfo helpurl docs documentation
  requestid traceid correlationid debugid pspreference logid id name kind apiversion metadata links meta jsonapi
  success ok succeeded issuccess successful exception stack trace traces stacktrace file line codename innererror innererrors invalidparams
  violations validationerrors fielderrors nonfielderrors issues problems haserror iserror failed outcome result severity
  retryable userMessage data response payload body domain category subcode errorsubcode fbtraceid retryafter`
    .toLowerCase()
    .split(/\s+/),
);

/** Words that indicate a failure. */
const failing =
  /\b(not[ _-]?found|no such|invalid|fail(ed|ure|s)?|error|errors|denied|forbidden|unauthori[sz]ed|unauthenticated|not authori[sz]ed|unavailable|missing|must( not)?|can ?not|can't|could ?n[o']t|required|expired|exceed(ed|s)?|bad request|not allowed|not permitted|not supported|unsupported|time[d ]?-?out|already|does ?n[o']t exist|unknown|rejected|wrong|malformed|illegal|unable|too (many|long|short|large))\b/i;

/** Members by names in lower case without separators, so that naming styles do not matter. */
export const normalizeNames = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).map(([name, value]) => [normalizeName(name), value]));

/** Whether a value is not empty. */
export const isFilledValue = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== '';

/** Whether the root has only members that are usual in errors; an envelope counts as empty only where it is. */
export const areOnlyErrorWords = (json: JsonObject): boolean =>
  Object.entries(json).every(([name, value]) => {
    const plain = normalizeName(name);
    return hollow.has(plain) ? isHollow(value) : words.has(plain) || isHollow(value);
  });

/** Whether entries are resources that are only named errors: they have an id, and members that errors do not have. */
export const areResources = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.every((one) => isObject(one) && 'id' in normalizeNames(one) && !areOnlyErrorWords(one));

/** Whether a member that is usual in errors has a value. */
export const hasErrorMember = (plain: JsonObject): boolean =>
  ['message', 'messages', 'msg', 'errmsg', 'errormessage', 'detail', 'details', 'title', 'reason', 'description'].some(
    (name) => isFilledValue(plain[name]),
  );

/** Whether a text in the value indicates a failure. */
export const speaksOfFailure = (json: Json): boolean =>
  listTexts(json).some((text) => failing.test(text.replace(/_/g, ' ')));

/** Whether every member is a list of sentences about what is invalid. */
export function isFieldMap(json: JsonObject): boolean {
  const members = Object.values(json);
  const areSentences = (value: Json) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && /\s/.test(one));
  return members.length > 0 && members.every((value) => areSentences(value) && speaksOfFailure(value));
}

const hollow = new Set(['data', 'result', 'response', 'payload', 'body']);

const isHollow = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0) || value === '';

const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function listTexts(json: Json, depth = 0): string[] {
  if (typeof json === 'string') return [json];
  if (typeof json !== 'object' || json === null || depth > 4) return [];
  return Object.values(json).flatMap((part) => listTexts(part as Json, depth + 1));
}
