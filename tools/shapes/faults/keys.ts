import { type Fault, replace } from './fault.js';
import { both, isKeyed, some } from './where.js';

export const keyFaults: readonly Fault[] = [
  {
    name: 'key-is-forgotten',
    clauses: ['4.3'],
    appliesTo: some(
      both(
        isKeyed,
        ({ design, create, itemPath }) => design.choices.create !== 'post-upserts' && create?.path !== itemPath,
      ),
    ),
    change: replace(({ recall }) => ({
      recall: (visit, kept, fingerprint, perform) =>
        kept.fingerprint === fingerprint ? perform() : recall(visit, kept, fingerprint, perform),
    })),
    seenBy: ['repetition'],
  },
  {
    name: 'key-answers-409',
    clauses: ['4.3'],
    appliesTo: some(isKeyed),
    change: replace(({ recall }) => ({
      recall(visit, kept, fingerprint, perform) {
        const reply = recall(visit, kept, fingerprint, perform);
        return { ...reply, status: 409, json: { error: 'The key was used.' } };
      },
    })),
    seenBy: ['repetition'],
  },
  {
    name: 'key-with-other-content',
    clauses: ['4.3'],
    appliesTo: some(isKeyed),
    change: replace(() => ({
      recall: (_, kept, fingerprint, perform) => (kept.fingerprint === fingerprint ? kept.reply : perform()),
    })),
    seenBy: ['repetition'],
  },
  {
    name: 'key-is-not-required',
    clauses: ['4.3'],
    appliesTo: some(both(isKeyed, (_, { design }) => design.service.idempotency === 'required')),
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'key-required' ? 200 : chooseStatus(world, kind)),
    })),
    seenBy: ['missing-key'],
  },
];
