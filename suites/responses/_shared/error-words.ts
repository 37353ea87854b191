import { type Collection, compare, type Exchange, http, type Item, type Json, type JsonObject } from '#rule';

type HttpResponse = NonNullable<Exchange['answer']>;

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

/** Envelopes, which count as usual in errors only where they are empty. */
const hollow = new Set(['data', 'result', 'response', 'payload', 'body']);

/** Names of members recur in every response. */
const normalizedNames = new Map<string, string>();
const maxNames = 10_000;

/** The members of an object by names without case and separators, and whether all are empty or usual in errors. */
export function readMembers(json: JsonObject): { readonly plain: JsonObject; readonly isBare: boolean } {
  const plain: Record<string, Json> = Object.create(null);
  let isBare = true;
  for (const name of Object.keys(json)) {
    const value = json[name] as Json;
    let known = normalizedNames.get(name);
    if (known === undefined) {
      known = name.toLowerCase().replace(/[^a-z0-9]/g, '');
      if (normalizedNames.size < maxNames) normalizedNames.set(name, known);
    }
    plain[known] = value;
    const isEmpty = value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
    if (!isEmpty && (hollow.has(known) || !words.has(known))) isBare = false;
  }
  return { plain, isBare };
}

/** Whether one of these members has a value. */
export function hasValue(plain: JsonObject, names: readonly string[]): boolean {
  for (const name of names) {
    const value = plain[name];
    if (value !== undefined && value !== null && value !== false && value !== '') return true;
  }
  return false;
}

/** Whether entries are resources that are only named errors: they have an id, and members that errors do not have. */
export const areResources = (value: Json | undefined): boolean =>
  Array.isArray(value) &&
  value.every((one) => {
    if (!compare.isObject(one)) return false;
    const { plain, isBare } = readMembers(one);
    return 'id' in plain && !isBare;
  });

/** Whether a text in the value indicates a failure. */
export function speaksOfFailure(json: Json, depth = 0): boolean {
  if (typeof json === 'string') return failing.test(json.replace(/_/g, ' '));
  if (typeof json !== 'object' || json === null || depth > 4) return false;
  return Object.values(json).some((part) => speaksOfFailure(part as Json, depth + 1));
}

/** Whether every member is a list of sentences about what is invalid. */
export function isFieldMap(json: JsonObject): boolean {
  let count = 0;
  for (const name in json) {
    const value = json[name];
    if (!Array.isArray(value) || value.length === 0) return false;
    if (!value.every((one) => typeof one === 'string' && /\s/.test(one)) || !speaksOfFailure(value)) return false;
    count += 1;
  }
  return count > 0;
}

/** Signals of a response as received: its media type, markup, and lines of text. */
export function listTextSignals(answer: HttpResponse): Signal[] {
  const type = http.getHeader(answer, 'content-type') ?? '';
  const { text } = answer;
  const signals: Signal[] = [];
  if (errorTypes.test(type)) signals.push({ weight: 5, because: `its media type is ${type}` });
  if (htmlPage.test(text) || http.parseMediaType(type).isHtml) {
    signals.push({ weight: 4, because: 'it is an HTML page' });
    if (errorPage.test(text)) signals.push({ weight: 1, because: 'the page mentions an error' });
  } else if (answer.json === undefined && text.length < 2000 && saysError.some((form) => form.test(text)))
    signals.push({ weight: 5, because: 'it is a line of text that names an error' });
  if (xmlError.test(text)) signals.push({ weight: 5, because: 'it is an XML error' });
  if (soapFault.test(text)) signals.push({ weight: 5, because: 'it is a SOAP fault' });
  return signals;
}

const errorTypes = /^application\/(problem\+|vnd\.([\w.-]+\.)?errors?(\+|;|$))/i;

const htmlPage = /^\s*<(!doctype html|html)/i;
const xmlError = /^\s*(<\?xml[^>]*>\s*)?<([\w-]+:)?(Error|ErrorResponse|Fault|problem)[\s/>]/i;
const soapFault = /^\s*(<\?xml[^>]*>\s*)?<([\w-]+:)?Envelope[\s\S]*<([\w-]+:)?Fault[\s/>]/;

/** A title or heading that speaks of a failure, or that is a status alone or with a phrase of its own. */
const errorPage =
  /<(title|h1)[^>]*>([^<]*(error|exception|not found|forbidden|denied|maintenance|sign in|log ?in|unavailable|bad gateway|(not |in)valid\b)|\s*[45]\d\d( [a-z][a-z ]+)?\s*<)/i;

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
export function showsRequestedItem(exchange: Exchange & { readonly content: string | undefined }): boolean {
  const { path, answer, content } = exchange;
  const json = answer?.json;
  if (!compare.isObject(json)) return false;
  const last = path.split('?')[0]?.split('/').at(-1) ?? '';
  if (last !== '') for (const name of Object.keys(json)) if (String(json[name]) === last) return true;
  return content !== undefined && sharesMembers(parseContent(content), json);
}

function parseContent(content: string): Json | undefined {
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
