import { type Answer, type AnswerResult, createProblem } from '../http/answer.js';
import { canonicalize, isObject, type Json, removeMembers } from '../http/json.js';
import { jsonTypes, readJson } from '../http/read-content.js';
import type { RequestContext } from '../request-context.js';
import { keyField, keyMember, maximumKey } from './key-carrier.js';

/** Performs a POST once for each idempotency key; without a key, or with content that is not JSON, directly. */
export function performOnce(visit: RequestContext, perform: () => AnswerResult): AnswerResult {
  const content = readContent(visit);
  if (content === undefined) return perform();
  const found = readKey(visit, content);
  if (typeof found === 'object') return found;
  if (found === undefined) return perform();
  const { service, id, action = '' } = visit;
  const payload = isObject(content) && isInBody(visit) ? removeMembers(content, keyMember) : content;
  const scope = [service.tenant, visit.parent?.id ?? '', id, action].join('/');
  return service.once({ visit, scope, key: found, content: canonicalize(payload), perform });
}

/** Empty content is the empty text, which some actions accept. */
function readContent(visit: RequestContext): Json | undefined {
  if (visit.content.length === 0) return '';
  const reading = readJson(visit, jsonTypes);
  return 'failure' in reading ? undefined : reading.value;
}

const isCreation = ({ resource }: RequestContext): boolean => resource === 'orders' || resource === 'parts';

const isInBody = (visit: RequestContext): boolean => isCreation(visit) && visit.service.settings.keyCarrier === 'body';

/** The key, undefined without one, or why it is not valid. */
function readKey(visit: RequestContext, content: Json): string | undefined | Answer {
  const { keyCarrier, areKeysRequired } = visit.service.settings;
  const key = keyCarrier === 'body' ? readMemberKey(visit, content) : readFieldKey(visit, keyCarrier);
  if (key !== undefined) return key;
  return areKeysRequired && isCreation(visit) ? createProblem(400, 'A creation needs an idempotency key.') : undefined;
}

/** A member that is not a text of valid length is not a key; the schema refuses it. */
function readMemberKey(visit: RequestContext, content: Json): string | undefined {
  const key = isInBody(visit) && isObject(content) ? content[keyMember] : undefined;
  return typeof key === 'string' && key !== '' && key.length <= maximumKey ? key : undefined;
}

function readFieldKey({ headers }: RequestContext, carrier: 'header' | 'sf-string'): string | undefined | Answer {
  const sent = headers[keyField.toLowerCase()];
  if (sent === undefined) return undefined;
  const field = String(sent);
  const key = carrier === 'header' ? field : parseStructuredString(field);
  if (key === undefined) return createProblem(400, `${keyField} must be a text in double quotes.`);
  const fits = key !== '' && key.length <= maximumKey;
  return fits ? key : createProblem(400, `${keyField} must have 1 to ${maximumKey} characters.`);
}

/** The text of a String of RFC 9651. */
function parseStructuredString(field: string): string | undefined {
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(field)?.[1];
  return quoted?.replace(/\\(.)/g, '$1');
}
