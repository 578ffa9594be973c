// @ts-check
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "../cluster/index.mjs";

/** @typedef {import("./types.d.ts").Stated} Stated @typedef {import("./types.d.ts").Loose} Loose @typedef {import("../cluster/types.d.ts").Answer} Answer */

/** As client-go makes it: the server takes what stands before the slash for the field manager, where a request names none. @param {string} name */
export const userAgentOf = (name) => `${name}/v1.4.0 (linux/amd64)`;

/** Writes under one name, as the client libraries of controllers do. What the server refuses throws. */
export class Hand {
  #client;
  #name;
  #options;

  /** @param {import("../cluster/types.d.ts").Connection} connection @param {string} name @param {string} [manager] its field manager, where that is not its name */
  constructor({ server, ca, token }, name, manager) {
    this.#client = createClient({ server, ca, token, userAgent: userAgentOf(name) });
    this.#name = manager ?? name;
    this.#options = manager === undefined ? {} : { fieldManager: manager };
  }

  /** @param {Stated} object */
  create(object) {
    return done(() => this.#client.create(object, this.#options));
  }

  /** By server-side apply, with force. @param {Stated} object */
  apply(object) {
    return done(() => this.#client.apply(object, { fieldManager: this.#name, force: true }));
  }

  /** A JSON merge patch. @param {Stated} object @param {Loose} patch @param {string} [subresource] */
  merge(object, patch, subresource) {
    return done(() => this.#client.merge(object, patch, this.#of(subresource)));
  }

  /** Reads, edits and puts; again after a conflict. @param {Stated} object @param {import("./types.d.ts").Edit} edit @param {string} [subresource] */
  async update(object, edit, subresource) {
    for (;;) {
      const live = await this.read(object);
      edit(live);
      const answer = await this.put(live, subresource);
      if (answer !== undefined) return answer;
    }
  }

  /** Undefined after a conflict. @param {Stated} live @param {string} [subresource] */
  put(live, subresource) {
    return doneBut(409, () => this.#client.replace(live, this.#of(subresource)));
  }

  /** @param {Stated} object @returns {Promise<Stated>} */
  read(object) {
    return done(() => this.#client.get(object));
  }

  /** @param {Stated} object */
  delete(object) {
    return done(() => this.#client.delete(object));
  }

  /** @param {string} path @returns {Promise<Stated[]>} */
  async list(path) {
    const body = await done(() => /** @type {Promise<Answer>} */ (this.#client.request("GET", path)));
    const { kind, apiVersion, items } = /** @type {Loose} */ (body);
    return items.map((/** @type {Loose} */ item) => ({
      ...item,
      apiVersion,
      kind: kind.slice(0, -"List".length),
    }));
  }

  close() {
    this.#client.close();
  }

  /** @param {string | undefined} subresource */
  #of(subresource) {
    return subresource === undefined ? this.#options : { ...this.#options, subresource };
  }
}

/** @param {() => Promise<Answer>} send @returns {Promise<Stated>} */
async function done(send) {
  const body = await doneBut(0, send);
  if (body === undefined) throw new Error("nothing came back");
  return body;
}

/** @param {number} passes a code that is no fault: undefined @param {() => Promise<Answer>} send @returns {Promise<Stated | undefined>} */
async function doneBut(passes, send) {
  for (;;) {
    const { code, body, retryAfter } = await send();
    if (code < 300) return /** @type {Stated} */ (body);
    if (code === passes) return undefined;
    if (code !== 429) throw new Error(`the server answered ${code}: ${body.message}`);
    await wait(1000 * Number(retryAfter ?? 1));
  }
}
