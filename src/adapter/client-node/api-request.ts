export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the server's address, with the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  /** application/json unless given. */
  readonly accept?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Streaming {
  /** Milliseconds without a byte after which the connection is given up. */
  readonly silenceMs: number;
}
