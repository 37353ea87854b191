import type { Subject } from './subject.js';

/** Names of the collections of a subject. */
export function listSubjectCollections(subject: Subject): string[] {
  if (subject.kind === 'service') return subject.collections.map(({ name }) => name);
  return [subject.kind === 'action' ? subject.collection.name : subject.name];
}
