import { isObject, type Json } from '../../model/json.js';
import { isHtml } from '../parse/parse-document.js';

/**
 * Whether a text that cannot be used says of itself that it is an OpenAPI document: by the member of its JSON, or, where it is none,
 * by a member in it or a key at the start of a line. A link to a document, or a script that contains one, is none.
 */
export function declaresOpenapi(text: string, json?: Json): boolean {
  if (json !== undefined) return isObject(json) && /^v?\d/.test(String(json.openapi ?? json.swagger));
  if (/^\uFEFF?\s*\{/.test(text)) return /"(openapi|swagger)"\s*:\s*"?v?\d/.test(text);
  return !isHtml(text) && /^["']?(openapi|swagger)["']?\s*:\s*["']?v?\d/m.test(text);
}
