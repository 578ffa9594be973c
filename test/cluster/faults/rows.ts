import { MODES, type Mode } from "../../../src/core/decision.js";
import {
  afterwards,
  answer,
  garbled,
  late,
  reset,
  resetMidway,
  silence,
  silenceMidway,
  statusOf,
  trickle,
} from "./faults.js";
import type { Does, Fault } from "./proxy.js";
import { RETRY } from "./retry.js";

/** What the ensurer is asked to do. */
export type Task = "create" | "update" | "status";

/** What a row is tried with. */
interface Scope {
  readonly modes: readonly Mode[];
  readonly tasks: readonly Task[];
}

const ALL: Scope = { modes: MODES, tasks: ["create", "update", "status"] };
/** Of what strikes before the mode matters, and of what only waits, or differs from others only in how its answer is read. */
const ONE_MODE: Scope = { modes: ["replace"], tasks: ["create", "update"] };

const scopeOf = (on: Does): Scope => (on === "write" ? ALL : ONE_MODE);

/** A fault, where it strikes, and what has to come of it: the same in each mode, for each task, over each client. */
export interface Row extends Scope {
  readonly fault: string;
  readonly on: Does;
  /** How many of these requests it strikes, the first ones. */
  readonly times: number;
  readonly make: Fault;
  /** The error's code, where it is given up; else the object is as desired in the end. */
  readonly code?: "tries" | "deadline";
  /** Writes that were sent. */
  readonly sent: number;
  /** Of these, writes that were passed on to the server. */
  readonly reached: number;
  /** Tries that failed; left out where clients differ in whether they mind. */
  readonly retries?: number | undefined;
  /** Milliseconds that lie between one try and the next, at the least. */
  readonly apart?: number;
}

const EVER = Number.POSITIVE_INFINITY;
const TRIES = RETRY.tries;
const HTML = "<html><body><h1>Bad gateway</h1></body></html>";
const AFTER = ", after it took effect";

/** Strikes before the server hears of it. */
function before(on: Row["on"], fault: string, make: Fault, more: Partial<Row> = {}): Row {
  const { times = 1 } = more;
  return {
    fault,
    on,
    times,
    make,
    sent: on === "write" ? 1 + times : 1,
    reached: 1,
    retries: times,
    ...scopeOf(on),
    ...more,
  };
}

/** The write is made, and its answer lost. */
function lost(fault: string, make: Fault, more: Partial<Row> = {}): Row {
  return {
    fault: `${fault}${AFTER}`,
    on: "write",
    times: 1,
    make,
    sent: 1,
    reached: 1,
    retries: 1,
    ...ALL,
    ...more,
  };
}

function forEver(on: Row["on"], fault: string, make: Fault, more: Partial<Row> = {}): Row {
  const { retries = TRIES - 1, code = "tries" } = more;
  const sent = on !== "write" ? 0 : code === "tries" ? TRIES : 1;
  return {
    fault: `${fault}, for ever`,
    on,
    times: EVER,
    make,
    code,
    sent,
    reached: 0,
    retries,
    ...scopeOf(on),
    ...more,
  };
}

/** Before the first request of all, a client asks for what the server serves. */
const DISCOVERY: readonly Row[] = [
  before("discovery", "429", answer(429)),
  before("discovery", "503, three times", answer(503), { times: 3 }),
  before("discovery", "connection reset", reset),
  before("discovery", "no answer", silence),
  before("discovery", "200, an HTML page as JSON", answer(200, {}, HTML)),
  before("discovery", "200, a Status of failure 500", answer(200, {}, statusOf(500))),
  forEver("discovery", "503", answer(503)),
];

const both = (make: (on: Row["on"]) => readonly Row[]): readonly Row[] =>
  (["read", "write"] as const).flatMap(make);

const soon = { "retry-after": "1" };
const gigantic = { "retry-after": "99999999999999" };
const asked = (seconds: unknown): object => statusOf(429, { details: { retryAfterSeconds: seconds } });

const REFUSALS: readonly Row[] = both((on) => [
  before(on, "429", answer(429)),
  before(on, "429, Retry-After: 1", answer(429, soon), { apart: 1000, ...ONE_MODE }),
  before(on, "429, Status with retryAfterSeconds: 1", answer(429, {}, asked(1)), {
    apart: 1000,
    ...ONE_MODE,
  }),
  before(on, "429, Retry-After: -5", answer(429, { "retry-after": "-5" }), ONE_MODE),
  before(on, "429, Retry-After: soon 2099", answer(429, { "retry-after": "soon 2099" })),
  before(
    on,
    "429, Retry-After long past",
    answer(429, { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }),
    ONE_MODE,
  ),
  forEver(on, "429, Retry-After: 99999999999999", answer(429, gigantic), { code: "deadline", retries: 1 }),
  forEver(on, "429, Status with retryAfterSeconds: 1e300", answer(429, {}, asked(1e300)), {
    code: "deadline",
    retries: 1,
  }),
  forEver(on, "429", answer(429)),
  before(on, "503", answer(503)),
  before(on, "503, Retry-After: 1", answer(503, soon), { apart: 1000, ...ONE_MODE }),
  forEver(on, "503", answer(503)),
  before(on, "500", answer(500)),
  ...[408, 425, 502, 504, 520, 529].map((status) => before(on, String(status), answer(status), ONE_MODE)),
  before(on, "502, an HTML page", answer(502, { "content-type": "text/html" }, HTML), ONE_MODE),
  before(on, "500, three times", answer(500), { times: 3 }),
  forEver(on, "500", answer(500)),
]);

const CONNECTION: readonly Row[] = [
  ...both((on) => [
    before(on, "connection reset before it was passed on", reset),
    before(on, "connection reset three times", reset, { times: 3 }),
    forEver(on, "connection reset", reset),
    before(on, "no answer", silence, ONE_MODE),
  ]),
  before("read", "connection reset in the middle of the answer", resetMidway),
  before("read", "an answer that stops in the middle", silenceMidway),
  before("read", "an answer that trickles", trickle),
  before("read", "an answer just in time", late(500), { retries: 0 }),
  before("write", "an answer just in time", late(500), { sent: 1, retries: 0, ...ONE_MODE }),
];

const LOST: readonly Row[] = [
  ...[500, 502, 503, 504].map((status) => lost(String(status), afterwards(answer(status)))),
  lost("500, for ever", afterwards(answer(500)), { times: EVER }),
  lost("connection reset", afterwards(reset)),
  lost("connection reset for ever", afterwards(reset), { times: EVER }),
  lost("connection reset in the middle of the answer", resetMidway),
  lost("no answer", afterwards(silence), ONE_MODE),
  lost("an answer that stops in the middle", silenceMidway, ONE_MODE),
  lost("an answer that trickles", trickle, ONE_MODE),
];

const json = { "content-type": "application/json" };
const failure = (status: number): string => JSON.stringify(statusOf(status));

const MALFORMED: readonly (readonly [string, Fault, Partial<Row>?])[] = [
  ["200, an HTML page", garbled(() => HTML, { "content-type": "text/html" })],
  ["200, an HTML page as JSON", garbled(() => HTML, json)],
  ["200, truncated JSON", garbled((body) => body.slice(0, body.length / 2))],
  ["200, an empty body", garbled(() => "")],
  ["200, null", garbled(() => "null")],
  ["200, {}", garbled(() => "{}")],
  ["200, a Status of failure 500", garbled(() => failure(500))],
  ["200, a Status of failure 429", garbled(() => failure(429))],
  ["200, a Status of success", garbled(() => '{"kind":"Status","apiVersion":"v1","status":"Success"}')],
  ["200, another object", garbled((body) => body.replaceAll(/"name":"[^"]*"/g, '"name":"another"'))],
  // Some clients read JSON whatever it is called.
  [
    "200, the object as text/html",
    garbled((body) => body, { "content-type": "text/html" }),
    { retries: undefined },
  ],
];

/** Every fault that is the same for all. */
export const ROWS: readonly Row[] = [
  ...DISCOVERY,
  ...REFUSALS,
  ...CONNECTION,
  ...LOST,
  ...MALFORMED.flatMap(([fault, make, more]) => [before("read", fault, make, more), lost(fault, make, more)]),
  forEver(
    "read",
    "200, an HTML page",
    garbled(() => HTML, json),
  ),
];
