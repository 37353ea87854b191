import { isObject, type Json } from '../../model/json.js';

/**
 * Encodes a body as a form with one field for each scalar. Nested members are named in brackets (`address[city]=…`),
 * entries of a list repeat the name of the list as by default in OpenAPI, and null is an empty field.
 */
export function encodeForm(body: Json): string {
  const fields = new URLSearchParams();
  if (isObject(body)) for (const [name, value] of Object.entries(body)) appendField(fields, name, value);
  return fields.toString();
}

function appendField(fields: URLSearchParams, name: string, value: Json): void {
  if (Array.isArray(value)) for (const entry of value as readonly Json[]) appendField(fields, name, entry);
  else if (isObject(value))
    for (const [member, part] of Object.entries(value)) appendField(fields, `${name}[${member}]`, part);
  else fields.append(name, value === null ? '' : String(value));
}
