import { describe, expect, it } from 'vitest';
import { DocumentError } from '../document-error.js';
import { parseOpenapi } from './parse-document.js';

describe('parseOpenapi', () => {
  it.each([
    ['JSON', '{"openapi":"3.1.0","paths":{"/a":{}}}'],
    ['YAML', 'openapi: 3.0.3\npaths:\n  /a: {}\n'],
    ['YAML with a number for a version', 'openapi: 3.1\npaths: { /a: {} }'],
    ['Swagger', 'swagger: "2.0"\npaths: { /a: {} }'],
    ['a later version', 'openapi: 3.2.0\npaths: { /a: {} }'],
  ])('reads %s', (_, text) => expect(parseOpenapi(text, 'x').document).toHaveProperty(['paths', '/a']));

  it.each([
    ['nothing', ' \n', 'api.yaml: is empty, not an OpenAPI document'],
    [
      'HTML',
      '<!DOCTYPE html><title>Docs</title>',
      'api.yaml: is an HTML page, not an OpenAPI document; find the link to the raw document',
    ],
    ['HTML without doctype', '<!-- x --><html></html>', 'api.yaml: is an HTML page'],
    ['broken YAML', 'openapi: 3.1.0\npaths: [\n', /^api\.yaml:\d+:\d+: cannot be parsed as JSON or YAML: /],
    ['broken JSON', '{"openapi": "3.1.0",\n "paths": {"/a" }', /^api\.yaml:2:\d+: cannot be parsed as JSON or YAML: /],
    ['an alias to nowhere', 'a: *b\n', /^api\.yaml.*: cannot be parsed as JSON or YAML: .*b/],
    ['plain text', 'hello', 'api.yaml: contains plain text, not an OpenAPI document'],
    ['a list', '[1]', 'api.yaml: contains a list, not an OpenAPI document'],
    ['null', 'null', 'api.yaml: contains nothing, not an OpenAPI document'],
    ['a number', '7', 'api.yaml: contains a number, not an OpenAPI document'],
    [
      'other JSON',
      '{"name":"x","scripts":{}}',
      'api.yaml: is not an OpenAPI document: it has no "openapi" key; found the keys name, scripts',
    ],
    ['an empty object', '{}', 'it is empty'],
    ['AsyncAPI', 'asyncapi: 2.0.0', 'it is an AsyncAPI document'],
    ['Postman', '{"info":{"_postman_id":"1"}}', 'it is a Postman collection; name it with --postman'],
    ['GraphQL', '{"data":{"__schema":{}}}', 'it is a GraphQL schema'],
    [
      'an old version',
      'swagger: "1.2"\npaths: {}',
      'api.yaml: has the OpenAPI version 1.2; supported are 2.0, 3.0, 3.1 and 3.2',
    ],
    ['a version yet to come', 'openapi: 4.0.0', 'has the OpenAPI version 4.0.0'],
    ['no paths', 'openapi: 3.1.0', 'api.yaml: describes no paths'],
    ['empty paths', 'openapi: 3.1.0\npaths: {}', 'describes no paths'],
  ])('refuses %s', (_, text, message) => {
    const parsing = () => parseOpenapi(text, 'api.yaml');
    expect(parsing).toThrow(DocumentError);
    expect(parsing).toThrow(message);
  });
});
