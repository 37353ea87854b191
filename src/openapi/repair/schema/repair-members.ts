import { appendToPointer, isObject, type Json, type JsonObject } from '../../../model/json.js';
import { describeKind, mapMembers, noteOmission, type RepairContext } from '../repair-context.js';

/** Repairs `properties` by name, and `required` as a list of names. */
export function repairSchemaMembers(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.properties === undefined && schema.required === undefined) return schema;
  return liftRequired(repairRequired(convertMemberList(schema, where, pen), where, pen), where, pen);
}

function convertMemberList(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.properties === undefined || isObject(schema.properties)) return schema;
  const { properties, ...rest } = schema;
  const list = Array.isArray(properties) ? (properties as readonly Json[]) : [];
  const members = list.flatMap((member) =>
    isObject(member) && typeof member.name === 'string' ? [[member.name, dropName(member)] as const] : [],
  );
  if (members.length === 0) {
    noteOmission(properties, `${where}/properties`, pen);
    return rest;
  }
  pen.note('properties', `${where}/properties`, 'a list of members with names is read as members by name');
  return { ...rest, properties: Object.fromEntries(members) };
}

const dropName = ({ name: _, ...member }: JsonObject): JsonObject => member;

function repairRequired(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.required === undefined) return schema;
  const { required, ...rest } = schema;
  // A boolean `required` on a member is moved to the object around it, which notes it.
  if (typeof required === 'boolean') return rest;
  const list = Array.isArray(required) ? (required as readonly Json[]) : [required];
  const names = [...new Set(list.filter((name) => typeof name === 'string' && name !== 'true' && name !== 'false'))];
  if (Array.isArray(required) && names.length === list.length) return schema;
  pen.note('required', `${where}/required`, `${describeKind(required)} is read as [${names.join(', ')}]`);
  return names.length === 0 ? rest : { ...rest, required: names };
}

/** `required: true` on a member is a common mistake. */
function liftRequired(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  const { properties } = schema;
  if (!isObject(properties)) return schema;
  const flagged = Object.entries(properties).flatMap(([name, member]) =>
    isObject(member) && isFlag(member.required) ? [{ name, isRequired: String(member.required) === 'true' }] : [],
  );
  if (flagged.length === 0) return schema;
  for (const { name, isRequired } of flagged) {
    const at = appendToPointer(`${where}/properties`, name);
    pen.note(
      'required',
      at,
      `required: ${isRequired} on a member is read as ${isRequired ? 'a name' : 'no name'} in the list of its object`,
    );
  }
  const names = new Set([
    ...(Array.isArray(schema.required) ? (schema.required as string[]) : []),
    ...flagged.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  ]);
  const freed = mapMembers(properties, (member) =>
    isObject(member) && isFlag(member.required)
      ? mapMembers(member, (value, name) => (name === 'required' ? undefined : value))
      : member,
  );
  return { ...schema, properties: freed, ...(names.size === 0 ? {} : { required: [...names] }) };
}

const isFlag = (value: Json | undefined): boolean =>
  typeof value === 'boolean' || value === 'true' || value === 'false';
