import type { RequestLog, SentRequest } from "./requests.js";

type Take = (request: SentRequest) => void;

/** Who is told of what a log takes, by the log's list: a wrapper of a port shows the same list. */
const watchers = new WeakMap<readonly SentRequest[], Set<Take>>();

/** A log of its own, and how it is written. */
export function createLog(): RequestLog & { add(request: SentRequest): void } {
  const requests: SentRequest[] = [];
  const watching = new Set<Take>();
  watchers.set(requests, watching);
  return {
    requests,
    clearRequests: () => {
      requests.length = 0;
    },
    add: (request) => {
      requests.push(request);
      for (const take of watching) take(request);
    },
  };
}

/** True of a log that can be watched. */
export function isLog(port: object): port is RequestLog {
  return "requests" in port && watchers.has(port.requests as readonly SentRequest[]);
}

/**
 * Tells of each request from now on, also where the log is cleared meanwhile.
 * @returns ends it
 */
export function watchLog({ requests }: RequestLog, take: Take): () => void {
  const watching = watchers.get(requests);
  watching?.add(take);
  return () => watching?.delete(take);
}
