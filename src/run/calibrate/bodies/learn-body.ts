import { answered, type Exchange } from '../../../model/exchange.js';
import { isObject, type Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { remarksIn } from '../complaints/find-complaints.js';
import { type Complaint, understood } from '../complaints/parse-complaint.js';
import { type Mended, mend, type Writing } from './correct-body.js';
import { narrowed, retyped } from './narrow-values.js';

/** Most bodies of one kind that are sent to find out what is accepted. */
const patience = 8;
/** Bodies that must be accepted in a row: an ordinary one, and some at the corners. */
const wanted = 3;

/** Statuses that say that a method is not there. */
export const isAbsent = (exchange: Exchange): boolean => answered(exchange, 404, 405, 501);
/** Statuses that say that a body is not what is wanted. */
const isRefused = (exchange: Exchange): boolean => answered(exchange, 400, 409, 415, 422);

/** What is being learned about one kind of body. */
export interface Learning {
  known(): Collection;
  /** Number of the body to draw, from 1. */
  turn(): number;
  goesOn(): boolean;
  isAbsent(exchange: Exchange): boolean;
  heed(exchange: Exchange, sent: Json, document: Json | undefined): void;
  told(): string[];
}

/** Begins to learn what one way of writing takes. */
export function learningOf(collection: Collection, writing: Writing): Learning {
  let known = collection;
  let accepted = 0;
  let tries = 0;
  let refusal: Exchange | undefined;
  let isStuck = false;
  const changes: string[] = [];
  const take = (mended: Mended | undefined) => {
    isStuck = mended === undefined;
    if (!mended) return;
    known = mended.collection;
    changes.push(...mended.changes);
  };
  const isPlain = () => collection[writing]?.provenance !== 'assumed' && changes.length === 0;
  const goesOn = () => !isStuck && tries < patience && accepted < (isPlain() ? 1 : wanted);
  return {
    // What did not help in the end was not what was meant.
    known: () => (accepted === 0 && !goesOn() ? collection : known),
    turn: () => accepted + 1,
    goesOn,
    isAbsent: (exchange) => isAbsent(exchange) && accepted === 0 && collection[writing]?.provenance === 'assumed',
    heed(exchange, sent, document) {
      tries += 1;
      if (answered(exchange, 2)) accepted += 1;
      else {
        refusal ??= exchange;
        if (isRefused(exchange)) take(heeding(known, writing, exchange, sent, document));
        else isStuck = true;
      }
    },
    told() {
      if (refusal === undefined) return [];
      const what = `${known.name}: ${refusal.method} was answered ${refusal.answer?.status} (exchange ${refusal.n})`;
      const learned = [...new Set(changes)].join(', ');
      if (accepted > 0 && learned !== '') return [`${what}; it is accepted when ${learned}`];
      if (answered(refusal, 401, 403))
        return accepted > 0 ? [] : [`${what}; credentials with more rights would let it be tried`];
      const words = (refusal.answer?.text ?? '').replace(/\s+/g, ' ').slice(0, 160);
      return accepted > 0 ? [] : [`${what}, and no body was found that it takes: ${words}; declare ${advice[writing]}`];
    },
  };
}

const advice: Readonly<Record<Writing, string>> = {
  create: 'resources[].create.example, or resources[].parents for ids of other things',
  replace: 'resources[].replace.example, or replace: false',
  patch: 'resources[].patch.example, or patch: false',
};

/** The collection as the refusal would have it. */
function heeding(
  known: Collection,
  writing: Writing,
  exchange: Exchange,
  sent: Json,
  document: Json | undefined,
): Mended | undefined {
  if (answered(exchange, 415)) return retyped(known, writing, exchange);
  const complaints = complaintsIn(exchange, sent, known[writing]?.request?.schema);
  const mended = mend(known, writing, complaints, sent, document);
  if (mended === undefined) return narrowed(known, writing, exchange, document);
  // What holds for one kind of body holds for the others.
  const others = writing === 'create' ? (['replace', 'patch'] as const) : [];
  const bounds = complaints.filter(({ kind }) => kind !== 'missing' && kind !== 'unknown');
  const collection = others.reduce(
    (one, other) => mend(one, other, bounds, sent, document)?.collection ?? one,
    mended.collection,
  );
  return { ...mended, collection };
}

/** What a refusal says is wrong with what was sent, as far as it is understood. */
export function complaintsIn(exchange: Exchange, sent: Json, schema: Json | undefined): readonly Complaint[] {
  const names = [
    ...Object.keys(isObject(sent) ? sent : {}),
    ...Object.keys(isObject(schema) && isObject(schema.properties) ? schema.properties : {}),
  ];
  return remarksIn(exchange.answer?.json ?? exchange.answer?.text, names).flatMap(understood);
}
