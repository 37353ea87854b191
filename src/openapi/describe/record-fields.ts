import { type Json, type JsonObject, normalizeName } from '../../model/json.js';
import { createFact, type Fact, type Operation } from '../../model/service/operation.js';
import type { Action } from '../../model/service/subject.js';
import { listMembers, listTypes } from '../recognize/schema-shape.js';

/** A described action: GET returns its record, otherwise POST does. */
interface DescribedAction {
  readonly name: string;
  readonly post: { readonly operation: Operation; readonly evidence: string };
  readonly get?: { readonly operation: Operation; readonly evidence: string };
}

/** Finds the date, reason and author in the record of an action, by member names in the schema. */
export function describeRecord(document: Json, { post, get }: DescribedAction): Pick<Action, 'fields'> {
  const schema = (get ?? post).operation.response?.schema as Json | undefined;
  const members = [...listMembers(document, schema)];
  const promised = members.filter(([, member]) => member.isRequired && isTextSchema(document, member.schema));
  const sent = listMembers(document, post.operation.request?.schema as Json | undefined);
  const isEcho = ([name, { schema }]: (typeof members)[number]) =>
    notePattern.test(normalizeName(name)) &&
    [schema, sent.get(name)?.schema].every(
      (one) => one !== undefined && listTypes(document, one).join() === 'string' && one.format === undefined,
    );
  const echoes = members.filter(isEcho);
  const found = Object.entries(fieldNamePatterns).flatMap(([what, word]): [string, string][] => {
    const fitting = promised.filter(([name]) => word.test(normalizeName(name)));
    const dated = what === 'date' ? fitting.filter(([, member]) => isDateSchema(member.schema)) : fitting;
    return dated.length === 1 ? [[what, `/${dated[0]?.[0]}`]] : [];
  });
  const note: [string, string][] = echoes.length === 1 ? [['reason', `/${echoes[0]?.[0]}`]] : [];
  const fields = Object.fromEntries([...note, ...found]);
  return Object.keys(fields).length === 0 ? {} : { fields };
}

/** Names of a reason that clients send; a record that has a member of this name shows what was sent, where it was. */
const notePattern = /^(note|notes|comment|remark|message)$/;
/** Facts about the records of actions, with evidence. */
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

/** A nullable member may also be missing from a correct record. */
const isTextSchema = (document: Json, schema: JsonObject): boolean =>
  listTypes(document, schema).join() === 'string' &&
  !JSON.stringify(schema).includes('"null"') &&
  schema.nullable !== true;

const isDateSchema = ({ format }: JsonObject): boolean => format === 'date' || format === 'date-time';
