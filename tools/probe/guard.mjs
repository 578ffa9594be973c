// @ts-check
// A client that takes a connection which the server closes for an answer: a validation that panics does so.

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Client} Client */

/** @param {Client} client @returns {Client} */
export function guarded(client) {
  /** @param {() => Promise<Answer>} write @returns {Promise<Answer>} */
  const guard = async (write) => {
    try {
      const answer = await write();
      if (answer.code === 429 || answer.code > 500) throw new Error(`the server answers ${answer.code}`);
      return answer;
    } catch (error) {
      const { code } = await client.request("GET", "/readyz");
      if (code !== 200 || !isClosed(error)) throw error;
      return { code: 422, body: { message: "the server closes the connection" } };
    }
  };
  return {
    ...client,
    create: (object, options) => guard(() => client.create(object, options)),
    replace: (object, options) => guard(() => client.replace(object, options)),
    apply: (object, options) => guard(() => client.apply(object, options)),
    merge: (object, patch, options) => guard(() => client.merge(object, patch, options)),
  };
}

/** @param {unknown} error */
function isClosed(error) {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return cause instanceof Error && "code" in cause && cause.code === "ECONNRESET";
}
