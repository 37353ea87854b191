import { isObject, type Json, type JsonObject } from '#rule';

/** Names of members that errors have, in the plain form, and that envelopes have around them. */
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

/** Words by which a failure is told. */
const failing =
  /\b(not[ _-]?found|no such|invalid|fail(ed|ure|s)?|error|errors|denied|forbidden|unauthori[sz]ed|unauthenticated|not authori[sz]ed|unavailable|missing|must( not)?|can ?not|can't|could ?n[o']t|required|expired|exceed(ed|s)?|bad request|not allowed|not permitted|not supported|unsupported|time[d ]?-?out|already|does ?n[o']t exist|unknown|rejected|wrong|malformed|illegal|unable|too (many|long|short|large))\b/i;

/** Members by names in small letters without signs, so that styles of writing do not count. */
export const plainOf = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).map(([name, value]) => [plainName(name), value]));

/** Whether a value says something. */
export const isSaid = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== '';

/** Whether nothing stands at the root but what errors carry; an envelope counts as empty only where it is. */
export const areOnlyErrorWords = (json: JsonObject): boolean =>
  Object.entries(json).every(([name, value]) => {
    const plain = plainName(name);
    return hollow.has(plain) ? isHollow(value) : words.has(plain) || isHollow(value);
  });

/** Whether entries are things of their own that are merely called errors: they have an id, and members that errors have not. */
export const areThings = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.every((one) => isObject(one) && 'id' in plainOf(one) && !areOnlyErrorWords(one));

/** Whether something is told by a member that tells of errors. */
export const isNamed = (plain: JsonObject): boolean =>
  ['message', 'messages', 'msg', 'errmsg', 'errormessage', 'detail', 'details', 'title', 'reason', 'description'].some(
    (name) => isSaid(plain[name]),
  );

/** Whether a text in it tells of a failure. */
export const speaksOfFailure = (json: Json): boolean =>
  textsIn(json).some((text) => failing.test(text.replace(/_/g, ' ')));

/** Whether every member is a list of sentences that tell what is wrong. */
export function isFieldMap(json: JsonObject): boolean {
  const members = Object.values(json);
  const areSentences = (value: Json) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && /\s/.test(one));
  return members.length > 0 && members.every((value) => areSentences(value) && speaksOfFailure(value));
}

const hollow = new Set(['data', 'result', 'response', 'payload', 'body']);

const isHollow = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0) || value === '';

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function textsIn(json: Json, depth = 0): string[] {
  if (typeof json === 'string') return [json];
  if (typeof json !== 'object' || json === null || depth > 4) return [];
  return Object.values(json).flatMap((part) => textsIn(part as Json, depth + 1));
}
