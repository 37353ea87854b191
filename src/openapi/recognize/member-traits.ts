import { type Json, type JsonObject, normalizeName, parsePointer } from '../../model/json.js';
import { type BodyMember, listBodyMembers } from './body-members.js';
import { listTypes } from './schema-shape.js';

/** A creation body. `isReused`: responses have its schema. `isAddressed`: items have a URL with their id. */
interface BodyContext {
  readonly id: string;
  readonly isReused: boolean;
  readonly isAddressed: boolean;
}

/**
 * Detects from the creation schema a free-text member for the run marker, members with unique values, and members that the
 * service sets although they are not marked as read-only; by JSON Pointer. `isConflicting`: the creation may return 409.
 */
export function detectMemberTraits(
  document: Json | undefined,
  create: Json | undefined,
  context: BodyContext & { readonly isConflicting: boolean },
) {
  const all = listBodyMembers(document, create).filter(({ schema }) => schema.readOnly !== true);
  const serverAssigned = all.filter((member) => isServerAssigned(document, member, context));
  const writable = all.filter(
    (member) => !serverAssigned.includes(member) && !isIdempotencyKey(member.name, member.schema),
  );
  const unique = writable.filter(
    (member) =>
      isChosenId(document, member, context) || isUnique(document, member.name, member.schema, context.isConflicting),
  );
  // Content sent in a wrapper may be returned without it, and then the marker would not be found.
  const free = writable.filter(
    (member) => !member.isWrapped && isFreeText(document, member.schema) && !unique.includes(member),
  );
  return { marker: chooseMarker(free), unique: unique.map(getPointer), serverAssigned: serverAssigned.map(getPointer) };
}

const getPointer = ({ pointer }: BodyMember): string => pointer;

/** Names of free texts: prose, then labels. */
const freeTextNames = `
  description note notes comment comments memo remark remarks body text content message summary details
  title label displayname name fullname firstname lastname subject reference customer customername author owner
`
  .trim()
  .split(/\s+/);

function chooseMarker(free: readonly BodyMember[]): string | undefined {
  for (const word of freeTextNames) {
    const found = free.find(({ name }) => normalizeName(name) === word);
    if (found) return getPointer(found);
  }
  const others = free.filter(
    ({ name }) =>
      !/(id|ids|url|uri|link|type|kind|status|state|currency|country|language|locale|timezone|phone|date|time|at|on|password|token|secret)$/i.test(
        name,
      ),
  );
  // The name of a reference may be that of an item.
  const first = others.find(({ name }) => !/(ref|reference)$/i.test(name)) ?? others[0];
  return first && getPointer(first);
}

/** Patterns that only forbid empty or blank texts, or spaces at the ends. */
const openPatterns: ReadonlySet<string> = new Set([
  '\\S',
  '\\S+',
  '^\\S',
  '^\\S.*$',
  '.*\\S.*',
  '^.*\\S.*$',
  '^\\s*\\S',
  '^\\s*\\S.*$',
  '^\\S(.*\\S)?$',
  '[^\\s]',
  '^(?!\\s*$).+',
  '^(?!\\s*$).+$',
  '.+',
  '^.+$',
  '.*',
  '^.*$',
  '[\\s\\S]+',
  '^[\\s\\S]+$',
]);

function isFreeText(document: Json | undefined, schema: JsonObject): boolean {
  const types = listTypes(document, schema);
  const isBound =
    ['enum', 'const', 'format', 'contentEncoding', 'contentMediaType'].some(
      (keyword) => schema[keyword] !== undefined,
    ) ||
    (schema.pattern !== undefined && !openPatterns.has(String(schema.pattern)));
  const isRoomy = schema.maxLength === undefined || Number(schema.maxLength) >= 24;
  return types.length === 1 && types[0] === 'string' && !isBound && isRoomy;
}

/** Whether a member that every creation must have is the id of the new item: of a free text, only the name says so. */
function isChosenId(
  document: Json | undefined,
  { name, pointer, schema, isRequired }: BodyMember,
  { id }: BodyContext,
): boolean {
  if (!isRequired || (pointer !== id && !/^(id|uuid|guid)$/.test(normalizeName(name)))) return false;
  return pointer !== id || /(id|uuid|guid|key)$/i.test(name) || !isFreeText(document, schema);
}

const surelyUniquePattern =
  /^(email|emailaddress|username|userid|login|handle|slug|sku|externalid|isbn|vatnumber|iban)$/;
const maybeUniquePattern = /^(code|reference|number|name|key|title|phone|phonenumber)$/;

/** Some names are nearly always unique; others need a hint in the description, or a 409 response of the creation. */
function isUnique(document: Json | undefined, name: string, schema: JsonObject, isConflicting: boolean): boolean {
  if (!listTypes(document, schema).includes('string') || schema.enum !== undefined || schema.const !== undefined)
    return false;
  if (
    schema['x-unique'] === true ||
    /\b(unique|no two|already (taken|exists|in use))\b/i.test(String(schema.description ?? ''))
  )
    return true;
  const word = normalizeName(name);
  return (
    surelyUniquePattern.test(word) || (isConflicting && maybeUniquePattern.test(word) && !/^(name|title)$/.test(word))
  );
}

const stampPattern =
  /^(created|updated|modified|changed|deleted|inserted)(_?(at|on|by|date|time|timestamp))?$|^date_?(created|updated|modified)$|^last_?(modified|updated|changed)(_?(at|on|date))?$/i;
const stampCamelPattern = /^(created|updated|modified|changed|deleted|inserted)(At|On|By|Date|Time|Timestamp)$/;
const bookkeepingPattern = /^(_links|links|href|self|etag|_etag|version|revision|rev|_rev|__v|_version)$/i;

/** Names of ids that a service assigns; a slug or a code is chosen by the client. */
const assignedIdPattern = /(^_key|sid|id|number|no)$/i;

function isServerAssigned(
  document: Json | undefined,
  { name, schema, isRequired }: BodyMember,
  { id, isReused, isAddressed }: BodyContext,
): boolean {
  if (name === parsePointer(id).at(-1)) return isReused && assignedIdPattern.test(name) && (isAddressed || !isRequired);
  if (stampPattern.test(name) || stampCamelPattern.test(name)) return !listTypes(document, schema).includes('boolean');
  return isReused && bookkeepingPattern.test(name);
}

const exactKeyPattern =
  /^(paypalrequestid|repeatabilityrequestid|xuniquetransactionid|xpayoutidempotency|clienttoken|requestreference)$/;
/** Names that are also used for tracing, so the description decides. */
const vagueKeyPattern = /(requestid|requesttoken|transactionid|clienttoken|deduplicationid)$/;

export function isIdempotencyKey(name: string, schema: Readonly<Record<string, unknown>>): boolean {
  const word = normalizeName(name);
  if (/idempoten/i.test(name) || exactKeyPattern.test(word)) return true;
  return (
    vagueKeyPattern.test(word) &&
    /idempot|duplicate|retr(y|ies)|exactly once|once only|only once/i.test(String(schema.description ?? ''))
  );
}

/** Whether an observed member looks assigned by the service, so that it need not be sent. */
export const isLikelyAssigned = (name: string, id: string): boolean =>
  `/${name}` === id ||
  stampPattern.test(name) ||
  stampCamelPattern.test(name) ||
  bookkeepingPattern.test(name) ||
  /^(_?id|uuid|guid)$/i.test(name);
