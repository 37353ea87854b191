import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import { assumeMergePatch, explainRefusedPatch, preparePatch } from './merge-patch.js';

const patchable = (mediaType: string | undefined): { readonly patch: Operation } => ({
  patch: {
    method: 'PATCH',
    path: '/things/{id}',
    provenance: 'declared',
    statuses: [],
    parameters: [],
    ...(mediaType !== undefined && { request: { mediaType } }),
  },
});

describe('merge patches', () => {
  test.each([undefined, 'application/json', 'application/merge-patch+json'])('are the content of %s', (mediaType) => {
    expect(() => assumeMergePatch(patchable(mediaType))).not.toThrow();
  });

  test('are not the content of application/json-patch+json, and the hint names the profile key', () => {
    const why = expect.stringContaining('resources[].patch.mediaType');
    expect(() => assumeMergePatch(patchable('application/json-patch+json'))).toThrow(
      expect.objectContaining({ reason: 'no-usable-case', why }),
    );
  });

  test('refused ones are explained with the profile key', () => {
    expect(explainRefusedPatch(422)).toMatch(/^PATCH returned 422; .*resources\[\]\.patch/);
  });
});

describe('a prepared patch', () => {
  const dressing = { prepare: (body: Json): Json => ({ ...(body as object), tenant: 7, name: 'marked' }) };

  test('has the prepared values, and only generated members', () => {
    expect(preparePatch(dressing, { name: 'a', size: 3 })).toEqual({ name: 'marked', size: 3 });
  });

  test.each<[Json]>([[{}], [null], ['text']])('of %j has no members, and the hint names the profile key', (patch) => {
    const why = expect.stringContaining('resources[].patch.field');
    expect(() => preparePatch(dressing, patch)).toThrow(expect.objectContaining({ reason: 'no-usable-case', why }));
  });
});
