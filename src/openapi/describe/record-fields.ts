import type { Json, JsonObject } from '../../model/json.js';
import { createFact } from '../../model/service/facts.js';
import type { Fact, Operation } from '../../model/service/operation.js';
import type { Action } from '../../model/service/subject.js';
import { listMembers, listTypes } from '../recognize/schema-shape.js';
import { normalizeName } from '../recognize/words.js';

/** An action as a document has it: GET shows its record, or else POST does. */
interface DescribedAction {
  readonly name: string;
  readonly post: { readonly operation: Operation; readonly evidence: string };
  readonly get?: { readonly operation: Operation; readonly evidence: string };
}

/** Where the record of an action shows its date, reason and author, as far as the document promises them by name. */
export function describeRecord(document: Json, { post, get }: DescribedAction): Pick<Action, 'fields'> {
  const schema = (get ?? post).operation.response?.schema as Json | undefined;
  const members = [...listMembers(document, schema)];
  const promised = members.filter(([, member]) => member.isRequired && isTextSchema(document, member.schema));
  const found = Object.entries(fieldNamePatterns).flatMap(([what, word]): [string, string][] => {
    const fitting = promised.filter(([name]) => word.test(normalizeName(name)));
    const dated = what === 'date' ? fitting.filter(([, member]) => isDateSchema(member.schema)) : fitting;
    return dated.length === 1 ? [[what, `/${dated[0]?.[0]}`]] : [];
  });
  return found.length === 0 ? {} : { fields: Object.fromEntries(found) };
}

/** What is believed of the records of actions, and where from. */
export const listRecordFacts = (document: Json, actions: readonly DescribedAction[]): Fact[] =>
  actions.flatMap((action) => {
    const { fields } = describeRecord(document, action);
    const { evidence } = action.get ?? action.post;
    return fields ? [createFact(`action ${action.name} fields`, fields, 'described', evidence)] : [];
  });

const fieldNamePatterns: Readonly<Record<'date' | 'reason' | 'author', RegExp>> = {
  date: /^(date|timestamp|createdat|createdon|datecreated|performedat|occurredat)$/,
  reason: /^reason$/,
  author: /^(author|createdby|performedby)$/,
};

/** What may be null may be missing from a sound record, too. */
const isTextSchema = (document: Json, schema: JsonObject): boolean =>
  listTypes(document, schema).join() === 'string' &&
  !JSON.stringify(schema).includes('"null"') &&
  schema.nullable !== true;

const isDateSchema = ({ format }: JsonObject): boolean => format === 'date' || format === 'date-time';
