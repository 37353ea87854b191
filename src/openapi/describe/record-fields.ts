import type { Json, JsonObject } from '../../model/json.js';
import { fact } from '../../model/service/facts.js';
import type { Fact, Operation } from '../../model/service/operation.js';
import type { Action } from '../../model/service/subject.js';
import { membersOf, typesOf } from '../recognize/schema-shape.js';
import { plainly } from '../recognize/words.js';

/** An action as a document has it: GET shows its record, or else POST does. */
interface DescribedAction {
  readonly name: string;
  readonly post: { readonly operation: Operation; readonly evidence: string };
  readonly get?: { readonly operation: Operation; readonly evidence: string };
}

/** Where the record of an action shows its date, reason and author, as far as the document promises them by name. */
export function recordOf(document: Json, { post, get }: DescribedAction): Pick<Action, 'fields'> {
  const schema = (get ?? post).operation.response?.schema as Json | undefined;
  const members = [...membersOf(document, schema)];
  const promised = members.filter(([, member]) => member.isRequired && isText(document, member.schema));
  const found = Object.entries(names).flatMap(([what, word]): [string, string][] => {
    const fitting = promised.filter(([name]) => word.test(plainly(name)));
    const dated = what === 'date' ? fitting.filter(([, member]) => isDate(member.schema)) : fitting;
    return dated.length === 1 ? [[what, `/${dated[0]?.[0]}`]] : [];
  });
  return found.length === 0 ? {} : { fields: Object.fromEntries(found) };
}

/** What is believed of the records of actions, and where from. */
export const recordFacts = (document: Json, actions: readonly DescribedAction[]): Fact[] =>
  actions.flatMap((action) => {
    const { fields } = recordOf(document, action);
    const { evidence } = action.get ?? action.post;
    return fields ? [fact(`action ${action.name} fields`, fields, 'described', evidence)] : [];
  });

const names: Readonly<Record<'date' | 'reason' | 'author', RegExp>> = {
  date: /^(date|timestamp|createdat|createdon|datecreated|performedat|occurredat)$/,
  reason: /^reason$/,
  author: /^(author|createdby|performedby)$/,
};

/** What may be null may be missing from a sound record, too. */
const isText = (document: Json, schema: JsonObject): boolean =>
  typesOf(document, schema).join() === 'string' &&
  !JSON.stringify(schema).includes('"null"') &&
  schema.nullable !== true;

const isDate = ({ format }: JsonObject): boolean => format === 'date' || format === 'date-time';
