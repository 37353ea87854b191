/** Answers a request of the web platform. */
export type WebHandler = (request: Request) => Response | Promise<Response>;
