import { type Answer, type Answering, problem } from '../http/answer.js';
import { canonical, isObject, type Json, without } from '../http/json.js';
import { jsonTypes, readJson } from '../http/read-content.js';
import type { Visit } from '../request-context.js';
import { keyField, keyMember, maximumKey } from './key-carrier.js';

/** Performs a POST once for each idempotency key; without a key, or with content that is not even JSON, as it is. */
export function performOnce(visit: Visit, perform: () => Answering): Answering {
  const content = contentOf(visit);
  if (content === undefined) return perform();
  const found = keyOf(visit, content);
  if (typeof found === 'object') return found;
  if (found === undefined) return perform();
  const { service, id, action = '' } = visit;
  const told = isObject(content) && isInBody(visit) ? without(content, keyMember) : content;
  const scope = [service.tenant, id, action].join('/');
  return service.once({ visit, scope, key: found, content: canonical(told), perform });
}

/** Content that is empty is the empty text, which some actions take. */
function contentOf(visit: Visit): Json | undefined {
  if (visit.content.length === 0) return '';
  const reading = readJson(visit, jsonTypes);
  return 'failure' in reading ? undefined : reading.value;
}

const isCreation = ({ resource }: Visit): boolean => resource === 'orders';

const isInBody = (visit: Visit): boolean => isCreation(visit) && visit.service.settings.keyCarrier === 'body';

/** The key, undefined where there is none, or why it is no key. */
function keyOf(visit: Visit, content: Json): string | undefined | Answer {
  const { keyCarrier, areKeysRequired } = visit.service.settings;
  const key = keyCarrier === 'body' ? memberKey(visit, content) : fieldKey(visit, keyCarrier);
  if (key !== undefined) return key;
  return areKeysRequired && isCreation(visit) ? problem(400, 'A creation needs an idempotency key.') : undefined;
}

/** A member that is no text of fitting length is no key; the schema complains about it. */
function memberKey(visit: Visit, content: Json): string | undefined {
  const key = isInBody(visit) && isObject(content) ? content[keyMember] : undefined;
  return typeof key === 'string' && key !== '' && key.length <= maximumKey ? key : undefined;
}

function fieldKey({ headers }: Visit, carrier: 'header' | 'sf-string'): string | undefined | Answer {
  const sent = headers[keyField.toLowerCase()];
  if (sent === undefined) return undefined;
  const field = String(sent);
  const key = carrier === 'header' ? field : textIn(field);
  if (key === undefined) return problem(400, `${keyField} must be a text in double quotes.`);
  const fits = key !== '' && key.length <= maximumKey;
  return fits ? key : problem(400, `${keyField} must have 1 to ${maximumKey} characters.`);
}

/** The text of a String of RFC 9651. */
function textIn(field: string): string | undefined {
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(field)?.[1];
  return quoted?.replace(/\\(.)/g, '$1');
}
