import type { JsonObject } from '../http/json.js';
import { keyField, maximumKey } from '../keys/key-carrier.js';
import type { Settings } from '../settings.js';

export function describeKeyParameters({ keyCarrier }: Settings, isRequired = false): JsonObject {
  if (keyCarrier === 'body') return {};
  const isQuoted = keyCarrier === 'sf-string';
  const form = isQuoted ? ' It is a String of RFC 9651, in double quotes.' : '';
  const schema = isQuoted
    ? { type: 'string', minLength: 3, pattern: '^"[ !#-\\[\\]-~]+"$' }
    : { type: 'string', minLength: 1, maxLength: maximumKey };
  const key = {
    name: keyField,
    in: 'header',
    required: isRequired,
    description: `Repeating a creation with its key makes no second one.${form}`,
    schema,
  };
  return { parameters: [key] };
}
