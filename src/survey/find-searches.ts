import { isObject, type Json } from '../model/json.js';
import { followReference } from '../openapi/recognize/schema-shape.js';

/** The most searches of a document that are used. */
const mostSearches = 5;

const searchNames = /^(q|query|search|search[_-]?term|term|keywords?|text)$/i;

/** The described searches: GET without path parameters, and without another required parameter. */
export function findSearches(document: Json | undefined) {
  const { paths } = isObject(document) ? document : {};
  const found = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => {
    if (path.includes('{') || !isObject(item) || !isObject(item.get)) return [];
    const parameters = [...listParameters(item.parameters, document), ...listParameters(item.get.parameters, document)];
    const name = parameters.find((one) => isSearch(one, document))?.name;
    const isRequiredElse = parameters.some((one) => one.required === true && one.name !== name);
    return typeof name === 'string' && !isRequiredElse ? [{ path, name }] : [];
  });
  return found.slice(0, mostSearches);
}

const listParameters = (parameters: Json | undefined, document: Json | undefined) =>
  (Array.isArray(parameters) ? parameters : []).filter(isObject).map((one) => followReference(document, one));

function isSearch(parameter: Readonly<Record<string, Json>>, document: Json | undefined): boolean {
  const { schema, type } = parameter;
  const told = isObject(schema) ? followReference(document, schema).type : type;
  return parameter.in === 'query' && searchNames.test(String(parameter.name)) && [told].flat().includes('string');
}
