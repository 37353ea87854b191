import type { Answer } from '../../../src/demo/service/http/answer.js';
import { canonicalize, type Json } from '../../../src/demo/service/http/json.js';
import type { LibraryContext } from '../visit.js';
import { createLibraryProblem } from './problems.js';

/** Makes something once for each idempotency key and path; refusals are not kept, so their key may be used again. */
export function performCreationOnce(
  { headers, library }: LibraryContext,
  path: string,
  value: Json,
  create: () => Answer,
): Answer {
  const field = headers['idempotency-key'];
  const key = Array.isArray(field) ? field.join() : field;
  if (key === undefined) return create();
  if (key === '' || key.length > 255)
    return createLibraryProblem(400, 'Idempotency-Key must have 1 to 255 characters.');
  const place = `${path} ${key}`;
  const content = canonicalize(value);
  const known = library.keys.get(place);
  if (known)
    return known.content === content ? known.answer : createLibraryProblem(422, 'Idempotency-Key was used otherwise.');
  const answer = create();
  if (answer.status === 201) library.keys.set(place, { content, answer });
  return answer;
}
