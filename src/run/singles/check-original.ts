import { findBreaches } from '../../generate/find-breaches.js';
import { isSensitiveName } from '../../http/redact/sensitive-names.js';
import { isEquivalent } from '../../model/difference.js';
import { isObject, type Json } from '../../model/json.js';
import type { SingleResource } from '../../model/service/single-resource.js';

/** What the content of a single resource is checked with. */
export interface OriginalContext {
  readonly document: Json | undefined;
  /** Removes the secrets of the profile and of the redaction settings. */
  readonly redactJson: (value: Json) => Json;
}

/** Longest content that is restored, as text. */
const maxLength = 65_536;

/** Why the run could not write this content back as it is; undefined where it could. */
export function findOriginalProblem(
  content: Json,
  { replace, create }: SingleResource,
  { document, redactJson }: OriginalContext,
): string | undefined {
  const text = JSON.stringify(content);
  if (text.length > maxLength) return `its content has more than ${maxLength} characters`;
  if (!isEquivalent(redactJson(content), content) || hasHiddenMember(content))
    return 'its content has a secret, or a mask in its place';
  for (const operation of [replace, create]) {
    const schema = operation?.request?.schema;
    const [breach] = schema === undefined ? [] : findBreaches(schema, content, document);
    if (breach)
      return `${operation?.method} would not accept what GET shows: ${breach.pointer || '/'} ${breach.message}`;
  }
  return undefined;
}

/** A member with the name of a credential, or a text that stands for one. */
function hasHiddenMember(value: Json): boolean {
  if (typeof value === 'string') return /^[*•●xX]{3,}$|^<?(redacted|hidden|masked)>?$|[*•●]{4,}/i.test(value);
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasHiddenMember);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => isSensitiveName(name) || hasHiddenMember(member));
}
