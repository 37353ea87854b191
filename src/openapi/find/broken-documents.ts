import { isObject, type Json } from '../../model/json.js';
import type { DocumentError } from '../document-error.js';
import { isHtml } from '../parse/parse-document.js';

export interface BrokenDocument {
  readonly error: DocumentError;
  readonly text: string;
  /** What says that it is a description of the service: its content, a link to it, or its address alone. */
  readonly sign: 'content' | 'link' | 'address';
}

/** An address that names the format of its content. */
const namedAddress = /\/(openapi|swagger)\.(json|ya?ml)(:|$)/;

/** Notes a document that cannot be used, if anything says that it is one. */
export function noteBroken(
  broken: BrokenDocument[],
  found: Omit<BrokenDocument, 'sign'>,
  { isDeclared, isLinked }: { readonly isDeclared: boolean; readonly isLinked: boolean },
): void {
  const isNamed = namedAddress.test(found.error.source);
  const sign = isDeclared ? 'content' : isLinked ? 'link' : isNamed ? 'address' : undefined;
  if (sign !== undefined) broken.push({ ...found, sign });
}

/** What is wrong with the documents of a service. Where it has a usable one, a link to something else is no broken one. */
export const listBroken = (all: readonly BrokenDocument[], hasUsable: boolean): DocumentError[] =>
  all.filter((one) => one.sign === 'content' || !(hasUsable || isUsualAnswer(one, all))).map(({ error }) => error);

/** A service may answer all paths alike: then an address says nothing about its content. */
const isUsualAnswer = (one: BrokenDocument, all: readonly BrokenDocument[]): boolean =>
  one.sign === 'address' && all.some((other) => other !== one && other.text === one.text);

/** Whether an unusable text is an OpenAPI document, by a member of its JSON or a key at the start of a line. */
export function declaresOpenapi(text: string, json?: Json): boolean {
  if (json !== undefined) return isObject(json) && /^v?\d/.test(String(json.openapi ?? json.swagger));
  if (/^\uFEFF?\s*\{/.test(text)) return /"(openapi|swagger)"\s*:\s*"?v?\d/.test(text);
  return !isHtml(text) && /^["']?(openapi|swagger)["']?\s*:\s*["']?v?\d/m.test(text);
}
