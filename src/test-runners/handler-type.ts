/** A web handler: returns a response to a request. */
export type WebHandler = (request: Request) => Response | Promise<Response>;
