import { describe, expect, test } from 'vitest';
import { drawDesigns } from '../design/designs.js';
import { describeService } from '../facts/build-facts.js';
import { readPointer } from '../facts/json-pointer.js';
import { buildDocument } from './build-document.js';

const services = drawDesigns(300, 43).map(describeService);

describe('documents', () => {
  test('have what they refer to', () => {
    for (const service of services) {
      const document = buildDocument(service);
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]*)"/g)].map(
        ([, pointer = '']) => pointer,
      );
      expect(references.filter((pointer) => readPointer(document, pointer) === undefined)).toEqual([]);
    }
  });

  test('declare each parameter of a path once', () => {
    for (const service of services) {
      const { paths } = buildDocument(service) as {
        paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
      };
      for (const [path, operations] of Object.entries(paths)) {
        const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const { parameters = [] } of Object.values(operations))
          expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(names);
      }
    }
  });

  test('have no two paths that differ only in the names of parameters', () => {
    for (const { collections } of services) {
      const items = collections
        .flatMap(({ itemPath }) => itemPath ?? [])
        .map((path) => path.replaceAll(/\{[^}]*\}/g, '{}'));
      expect(new Set(items).size).toBe(items.length);
    }
  });
});
