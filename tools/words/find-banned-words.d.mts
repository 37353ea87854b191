export declare const findBannedWords: (path: string, source: string) => string[];
