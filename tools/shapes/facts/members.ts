import type { CollectionDesign, Design, MemberRule } from '../design/design.js';
import { findNoun, type NamedKind } from '../design/nouns.js';
import { findReferenced } from '../design/structure.js';
import type { Member } from './facts.js';
import { nameMember } from './names.js';

/** The longest text of a collection whose members have no room for more. */
const shortText = 8;

type Name = (words: string) => string;

/** What clients write of the items of a collection. */
export function listMembers(design: Design, index: number, taken: ReadonlySet<string>): Member[] {
  const collection = design.collections[index];
  if (!collection) return [];
  const name: Name = (words) => nameMember(words, design.service.naming);
  const rules = new Set(collection.rules);
  const all = [
    ...listPlain(collection, rules, name),
    ...listRuled(collection, rules, name),
    ...listReferences(design, index, rules, name),
    ...listBySideEffect(design, index, name),
  ].filter((one) => !taken.has(one.name));
  const isRequired = ({ default: value }: Member, place: number) =>
    rules.has('required') && place < 2 && value === undefined;
  return all.map((one, place) => (isRequired(one, place) ? { ...one, isRequired: true } : one));
}

function describeKind({ name: words, kind }: NamedKind, isShort: boolean, name: Name): Member {
  const base = { name: name(words), isRequired: false };
  switch (kind) {
    case 'text':
      return { ...base, type: 'string', maxLength: isShort ? shortText : 120 };
    case 'integer':
      return { ...base, type: 'integer', minimum: 1, maximum: 1000 };
    case 'number':
      return { ...base, type: 'number', minimum: 0 };
    case 'strings':
      return { ...base, type: 'strings', maxLength: isShort ? shortText : 40 };
    case 'boolean':
    case 'object':
      return { ...base, type: kind };
    default:
      return { ...base, type: 'string', format: isShort && kind !== 'date-time' ? 'date' : kind };
  }
}

function listPlain(
  { noun, memberCount, choices }: CollectionDesign,
  rules: ReadonlySet<MemberRule>,
  name: Name,
): Member[] {
  return findNoun(noun)
    .members.filter(({ kind }) => kind !== 'object' || choices.createBody !== 'form')
    .slice(0, memberCount)
    .map((one) => describeKind(one, rules.has('no-marker'), name));
}

function listRuled({ noun }: CollectionDesign, rules: ReadonlySet<MemberRule>, name: Name): Member[] {
  const { formatted, enumerated, pair } = findNoun(noun);
  const text = { type: 'string', isRequired: false } as const;
  const [first, second] = pair.map(name);
  return [
    ...(rules.has('format') ? [describeKind(formatted, rules.has('no-marker'), name)] : []),
    ...(rules.has('enum') ? [{ ...text, name: name(enumerated.name), values: enumerated.values }] : []),
    ...(rules.has('pattern') ? [{ ...text, name: name('short_code'), pattern: '^[A-Z]{3}-[0-9]{4}$' }] : []),
    ...(rules.has('unique') ? [{ ...text, name: name('serial'), maxLength: shortText, isUnique: true }] : []),
    ...(rules.has('pair') && first && second
      ? [
          { ...text, name: first, format: 'date' as const, lessThan: second },
          { ...text, name: second, format: 'date' as const },
        ]
      : []),
  ];
}

function listReferences(design: Design, index: number, rules: ReadonlySet<MemberRule>, name: Name): Member[] {
  const to = findReferenced(design, index);
  const target = to === undefined ? undefined : design.collections[to];
  if (to === undefined || !target || !(rules.has('reference') || rules.has('bound'))) return [];
  const { idFormat } = target.choices;
  const through = name(`${target.noun}_ref`);
  const reference: Member = {
    name: through,
    type: idFormat === 'integer' ? 'integer' : 'string',
    isRequired: true,
    refersTo: to,
  };
  if (!rules.has('bound')) return [reference];
  const bound = { member: name('capacity'), through };
  return [reference, { name: name('quantity'), type: 'integer', isRequired: false, minimum: 1, bound }];
}

function listBySideEffect(design: Design, index: number, name: Name): Member[] {
  const choices = design.collections[index]?.choices;
  const isBounding = design.collections.some(
    ({ rules }, other) => rules.includes('bound') && findReferenced(design, other) === index,
  );
  const capacity = { type: 'integer', isRequired: false, minimum: 1, maximum: 1000, default: 10 } as const;
  const flag = { type: 'boolean', isRequired: false, isDefaultFlag: true, default: false } as const;
  const values = ['draft', 'active', 'closed'];
  const status = { type: 'string', isRequired: false, values, isOrdered: true, default: 'draft' } as const;
  return [
    ...(isBounding ? [{ ...capacity, name: name('capacity') }] : []),
    ...(choices?.sideEffect === 'default-moves' ? [{ ...flag, name: name('is_default') }] : []),
    ...(choices?.states === 'ordered' ? [{ ...status, name: name('status') }] : []),
  ];
}
