import { type Collection, compare, type Exchange, http, type Item, type Json, type JsonObject } from '#rule';

/** What is known about the operation that returned the response. */
export interface Expectation {
  /** The body shows the requested item: its id, or members that were sent. */
  readonly hasIdentity: boolean;
  /** Member names of bodies of successful responses of the same operation. */
  readonly goodMembers: readonly string[];
}

/** One reason to believe that a body reports an error, and its weight. */
export interface Signal {
  readonly weight: number;
  readonly because: string;
}

/** A signal, where it was found. */
export const createSignal = (isSeen: boolean, weight: number, because: string): Signal[] =>
  isSeen ? [{ weight, because }] : [];

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
export function normalizeNames(json: JsonObject): JsonObject {
  const plain: Record<string, Json> = Object.create(null);
  for (const name of Object.keys(json)) plain[normalizeName(name)] = json[name] as Json;
  return plain;
}

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
  Array.isArray(value) &&
  value.every((one) => compare.isObject(one) && 'id' in normalizeNames(one) && !areOnlyErrorWords(one));

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

function normalizeName(name: string): string {
  const known = normalizedNames.get(name);
  if (known !== undefined) return known;
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (normalizedNames.size < maxNames) normalizedNames.set(name, plain);
  return plain;
}

/** Names of members recur in every response. */
const normalizedNames = new Map<string, string>();
const maxNames = 10_000;

function listTexts(json: Json, depth = 0): string[] {
  if (typeof json === 'string') return [json];
  if (typeof json !== 'object' || json === null || depth > 4) return [];
  return Object.values(json).flatMap((part) => listTexts(part as Json, depth + 1));
}

type HttpResponse = NonNullable<Exchange['answer']>;

/** Signals of a response as received: its media type, markup, and lines of text. */
export function listTextSignals(answer: HttpResponse): Signal[] {
  const type = http.getHeader(answer, 'content-type') ?? '';
  const { text } = answer;
  const isHtml = http.parseMediaType(type).isHtml || /^\s*<(!doctype html|html)/i.test(text);
  const isPlainError = answer.json === undefined && text.length < 2000 && saysError.some((form) => form.test(text));
  return [
    ...createSignal(errorTypes.test(type), 5, `its media type is ${type}`),
    ...createSignal(isHtml, 4, 'it is an HTML page'),
    ...createSignal(isHtml && errorPage.test(text), 1, 'the page mentions an error'),
    ...createSignal(!isHtml && isPlainError, 5, 'it is a line of text that names an error'),
    ...createSignal(
      /^\s*(<\?xml[^>]*>\s*)?<([\w-]+:)?(Error|ErrorResponse|Fault|problem)[\s/>]/i.test(text),
      5,
      'it is an XML error',
    ),
    ...createSignal(
      /^\s*(<\?xml[^>]*>\s*)?<([\w-]+:)?Envelope[\s\S]*<([\w-]+:)?Fault[\s/>]/.test(text),
      5,
      'it is a SOAP fault',
    ),
  ];
}

const errorTypes = /^application\/(problem\+|vnd\.([\w.-]+\.)?errors?(\+|;|$))/i;

const errorPage =
  /<(title|h1)[^>]*>[^<]*(error|exception|not found|forbidden|denied|maintenance|sign in|log ?in|unavailable|bad gateway)/i;

/** A heading may start with the same word: the following text decides. */
const saysError: readonly RegExp[] = [
  /^\s*(an? )?(unexpected |internal |fatal |server |database )*(error|exception)(\s*[:!.]|\s+(occurred|while|connecting|processing|code|id|\d)|\s*$)/i,
  /^\s*(internal server error|bad gateway|bad request|service unavailable|gateway timeout|access denied|not found|unauthorized|forbidden|invalid|traceback)(?![\w-])/i,
  /^\s*[\w.]+(Exception|Error): /,
];

/** What is known about an operation from all responses during the life of one item. */
export function buildExpectation(item: Item, exchange: Exchange, all: readonly Exchange[], collection: Collection) {
  const json = exchange.answer?.json;
  const plain = ({ method, path }: Exchange) => `${method} ${path.split('?')[0]}`;
  const isSame = (other: Exchange) => other !== exchange && plain(other) === plain(exchange);
  // GET of an item returns the same members as its creation did, where that returned any.
  const isShown =
    exchange.method === 'GET' &&
    plain(exchange).endsWith(item.path) &&
    sharesMembers(item.sent, item.createdBy.answer?.json);
  const good = [...all.filter(isSame), ...(isShown ? [item.createdBy] : [])].map((other) => other.answer?.json);
  const hasIdentity =
    String(compare.getAtPointer(json, collection.id.pointer)) === item.id || sharesMembers(item.sent, json);
  return { hasIdentity, goodMembers: good.flatMap((one) => (compare.isObject(one) ? Object.keys(one) : [])) };
}

/** Whether the body of a response shows the item that the path names, or what was sent. */
export function showsRequestedItem({
  path,
  answer,
  content,
}: Exchange & { readonly content: string | undefined }): boolean {
  const json = answer?.json;
  if (!compare.isObject(json)) return false;
  const last = path.split('?')[0]?.split('/').at(-1) ?? '';
  const isNamed = last !== '' && Object.values(json).some((value) => String(value) === last);
  return isNamed || sharesMembers(parseContent(content), json);
}

function parseContent(content: string | undefined): Json | undefined {
  if (content === undefined) return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function sharesMembers(sent: Json | undefined, json: Json | undefined): boolean {
  if (!compare.isObject(sent) || !compare.isObject(json)) return false;
  const names = Object.keys(sent);
  return names.length > 0 && names.filter((name) => Object.hasOwn(json, name)).length / names.length > 0.5;
}

/** Members that databases, object mappers and login tables have, and public contracts do not. */
const internal =
  /^(__v|__typename__|_class|_cls|\$oid|\$date|\$numberdecimal|_rev|_etag|_ts|_rid|_self|_attachments|ctid|xmin|rowid|password|passwd|pwd|passwordhash|passworddigest|passwordsalt|salt|hashedpassword|encryptedpassword|deletedat|isdeleted|hibernatelazyinitializer|changetracker)$/;

/** Pointers to members whose names suggest internals of the service, up to ten; entries of a list count once. */
export function findInternalNames(json: Json | undefined, path: readonly string[] = [], depth = 0): string[] {
  if (typeof json !== 'object' || json === null || depth > 6) return [];
  if (Array.isArray(json))
    return unique(json.slice(0, 5).flatMap((one) => findInternalNames(one, [...path, '*'], depth + 1)));
  const members = compare.isObject(json) ? Object.entries(json) : [];
  const found = members.flatMap(([name, part]) => {
    const here = [...path, name];
    const own = isInternal(name) && part !== null ? [compare.buildPointer(here)] : [];
    return [...own, ...findInternalNames(part, here, depth + 1)];
  });
  return unique(found);
}

/** Letter case and separators are a matter of style; leading special characters are not. */
const isInternal = (name: string): boolean => {
  const lower = name.toLowerCase();
  return internal.test(lower) || internal.test(lower.replace(/(?<=[a-z])[_-](?=[a-z])/g, ''));
};

const unique = (pointers: readonly string[]): string[] => [...new Set(pointers)].slice(0, 10);
