import type { CollectionFacts, ServiceFacts } from '../../facts/facts.js';
import type { CheckedService } from '../service.js';
import type { Subject } from '../subject.js';

/** Checks one promise of a design for each collection that it applies to. */
export interface CollectionProbe {
  readonly name: string;
  applies(facts: CollectionFacts, service: ServiceFacts): boolean;
  run(subject: Subject): Promise<void>;
}

/** Reports a deviation unless a condition is true; returns the condition. */
export type Expect = (condition: boolean, text: string) => boolean;

/** Checks one promise of a design for the whole service. */
export interface ServiceProbe {
  readonly name: string;
  applies(service: ServiceFacts): boolean;
  run(service: CheckedService, expect: Expect): Promise<void>;
}
