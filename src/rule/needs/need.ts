import type { OperationRole } from '../../model/service/operation.js';
import type {
  ActionSubject,
  Collection,
  OperationSubject,
  ResourceSubject,
  ServiceSubject,
  Subject,
} from '../../model/service/subject.js';

/**
 * A precondition of a rule on its subject. Where it is not met, the rule is not applicable for `reason`; declaring
 * the profile key `enable` can change that.
 */
export interface Need {
  readonly name: string;
  readonly reason: string;
  readonly enable: string;
  readonly isMet: (subject: Subject) => boolean;
  /** The role of the operation that a rule with this need calls. */
  readonly role?: OperationRole;
}

/** What a need can depend on. */
interface NeedSubjects {
  readonly collection: Collection;
  readonly action: ActionSubject;
  readonly service: ServiceSubject;
  readonly resource: ResourceSubject;
  readonly operation: OperationSubject;
}

/**
 * Defines a need that depends on a collection, an action, the service, an address or an operation. A need of a
 * collection also applies to actions (their collection meets it) and to the service (one of its collections meets it);
 * a need of an address also applies to its operations.
 *
 * @example
 *   needs.defineNeed('collection', {
 *     name: 'declared links',
 *     reason: 'the links of an item are not declared',
 *     enable: 'links',
 *     isMet: ({ links }) => links !== undefined,
 *   });
 */
export function defineNeed<K extends keyof NeedSubjects>(
  of: K,
  { isMet, ...texts }: Omit<Need, 'isMet'> & { readonly isMet: (subject: NeedSubjects[K]) => boolean },
): Need {
  const has = isMet as (subject: Subject) => boolean;
  return { ...texts, isMet: (subject) => listSubjects(of, subject).some(has) };
}

/** The parts of a subject on which a need depends. */
function listSubjects(of: keyof NeedSubjects, subject: Subject): readonly Subject[] {
  if (of === subject.kind) return [subject];
  if (of === 'resource') return subject.kind === 'operation' ? [subject.resource] : [];
  if (of !== 'collection') return [];
  if (subject.kind === 'service') return subject.collections;
  return subject.kind === 'action' ? [subject.collection] : [];
}
