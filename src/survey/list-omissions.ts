import { normalizeTemplate, type SurveyedOperation } from '../model/service/operation.js';
import type { Collection, ResourceSubject } from '../model/service/subject.js';
import type { Omission } from '../model/service/survey.js';
import type { DocumentDescription } from '../openapi/describe/describe-document.js';

/** A document of the service that cannot be used: its place, and why. */
export type BrokenDocument = Pick<Omission, 'about' | 'why'>;

export interface ReadDocument {
  /** The one that is used. */
  readonly source?: string;
  readonly description?: DocumentDescription;
  readonly broken: readonly BrokenDocument[];
  readonly notes: readonly string[];
}

/** Lists what was found and is not used, or not called. */
export function listOmissions(
  { broken, source, description }: Pick<ReadDocument, 'broken' | 'source' | 'description'>,
  resources: readonly ResourceSubject[],
  collections: readonly Collection[],
): Omission[] {
  const [first, ...others] = description?.omitted ?? [];
  const spared = resources
    .flatMap(({ operations }) => operations)
    .filter((one) => one.spared !== undefined && !isWithheld(one, collections));
  return [
    ...broken.map((one): Omission => ({ what: 'document', ...one, enable: '--openapi' })),
    ...(source !== undefined && first !== undefined
      ? [{ what: 'parts', about: source, why: describeParts(first, others.length), enable: '--openapi' } as const]
      : []),
    ...spared.map(
      (one): Omission => ({ what: 'operation', about: one.name, why: one.spared ?? '', enable: chooseKey(one) }),
    ),
  ];
}

const describeParts = (first: string, more: number): string =>
  more === 0
    ? `1 part of the document is not used: ${first}`
    : `${more + 1} parts of the document are not used, the first: ${first}`;

/** Whether an operation is one of a collection whose writes are not sent: the checks of that collection say so. */
function isWithheld({ operation }: SurveyedOperation, collections: readonly Collection[]): boolean {
  const own = normalizeTemplate(operation.path);
  return collections.some(
    ({ withheld, path, itemPath = `${path}/{id}` }) =>
      withheld !== undefined && [path, itemPath].some((one) => normalizeTemplate(one) === own),
  );
}

/** An unsafe operation is called on items of the run only, so it must be declared as what creates or acts on them. */
function chooseKey({ operation: { method, path } }: SurveyedOperation): string {
  if (method === 'GET') return '--include';
  return /\}\/[^/]+$/.test(path) ? 'resources[].actions' : 'resources[].create';
}
