export declare const findBannedWords: (path: string, source: string) => string[];
export declare const isListed: (path: string, list: readonly string[]) => boolean;
