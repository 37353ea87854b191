import type { CollectionDesign, Design } from '../design/design.js';

/** A member of items as it is on the wire. */
export interface Member {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'strings' | 'object';
  readonly isRequired: boolean;
  readonly format?: 'date' | 'date-time' | 'email' | 'uri';
  readonly pattern?: string;
  readonly values?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isUnique?: boolean;
  /** The name of the member that must be greater. */
  readonly less?: string;
  /** The index of the collection with an item of this id. */
  readonly refersTo?: number;
  /** The member of the referenced item that the value may not exceed, and the member with the reference. */
  readonly boundBy?: { readonly member: string; readonly through: string };
  /** The values follow one another: each may change to itself and the next one. */
  readonly isOrdered?: boolean;
  /** Taken by the item that was created last. */
  readonly isDefaultFlag?: boolean;
  readonly default?: string | number | boolean;
}

/** How pages of a list are asked for and what they have beside entries. */
export interface PagingFacts {
  readonly style: 'page' | 'offset' | 'cursor' | 'token-header';
  readonly sizeParameter: string;
  /** Query parameter with the page, the offset, the cursor or the token. */
  readonly positionParameter: string;
  readonly firstPosition: number | undefined;
  readonly defaultSize: number;
  /** Undefined: none. */
  readonly maximumSize: number | undefined;
  /** JSON pointer to the address or cursor of the next page; undefined: none in the body. */
  readonly next: string | undefined;
  /** JSON pointer, or header field, with the total. */
  readonly total: string | undefined;
}

/** What a design says about one collection, in terms of HTTP. */
export interface CollectionFacts {
  readonly index: number;
  readonly design: CollectionDesign;
  readonly singular: string;
  readonly plural: string;
  readonly parent: CollectionFacts | undefined;
  /** Template from the root; parameters in braces. */
  readonly listPath: string;
  /** Template of items; undefined: they have no address. */
  readonly itemPath: string | undefined;
  /** The parameters of the templates with the ids of the parents, the outermost first. */
  readonly parentParameters: readonly string[];
  readonly idParameter: string;
  /** JSON pointer to the entries of the list. */
  readonly entries: string;
  /** JSON pointer to the item in the answer to GET of an item. */
  readonly itemPointer: string;
  /** The member with the id, or with the URL of the item, in each place; undefined: there is none. */
  readonly id: IdMembers;
  readonly isIdNumber: boolean;
  readonly idPattern: string;
  readonly members: readonly Member[];
  /** The member with the id of the parent. */
  readonly parentMember: string | undefined;
  readonly create: { readonly method: 'POST' | 'PUT'; readonly path: string } | undefined;
  readonly changes: readonly { readonly method: 'PUT' | 'PATCH' | 'POST'; readonly mediaType: string }[];
  readonly isRemovable: boolean;
  readonly paging: PagingFacts | undefined;
  readonly action: { readonly path: string; readonly recordPath: string | undefined } | undefined;
  readonly archivePath: string | undefined;
  /** The query parameter that must be sent, and its only value. */
  readonly requiredQuery: { readonly name: string; readonly value: string } | undefined;
}

export interface IdMembers {
  readonly isUrl: boolean;
  readonly list: string | undefined;
  readonly item: string | undefined;
  readonly created: string | undefined;
}

/** A caller and what it sends with each request. */
export interface CallerFacts {
  readonly name: string;
  readonly user: string;
  readonly password: string;
  readonly secret: string;
}

/** What a design says about a service, in terms of HTTP. */
export interface ServiceFacts {
  readonly design: Design;
  readonly prefix: string;
  readonly collections: readonly CollectionFacts[];
  readonly callers: readonly CallerFacts[];
  /** Address of the document; undefined: none. */
  readonly documentPath: string | undefined;
  readonly keyName: string | undefined;
  /** Address of the log with an entry for each creation. */
  readonly logPath: string | undefined;
  readonly loginPath: string | undefined;
}
