// @ts-check
import { Agent as PlainAgent, request as plain } from "node:http";
import { Agent as SecureAgent, request as secure } from "node:https";
import { parseJson, printJson } from "./json.mjs";

/** Milliseconds without a byte of an answer; the server's own bound for a request is a minute. */
const SILENCE = 90_000;

/** @param {import("node:http").IncomingMessage} response @returns {Promise<string>} */
async function textOf(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** @param {Readonly<Record<string, string | undefined>>} query */
function search(query) {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [/** @type {[string, string]} */ ([name, value])],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/**
 * Requests over connections that are kept, at most `parallel` at once; further ones wait. The server's certificate
 * has to be signed by `ca`, unless it is reached without TLS. Throws where the server cannot be reached or is not the one meant.
 * @param {import("./types.d.ts").Connection} connection
 * @returns {import("./types.d.ts").Transport}
 */
export function createTransport({ server, ca, token, parallel = 8, userAgent }) {
  const options = { keepAlive: true, maxSockets: parallel };
  const isPlain = server.startsWith("http:");
  const agent = isPlain ? new PlainAgent(options) : new SecureAgent({ ca, ...options });
  const send = isPlain ? plain : secure;
  return {
    request(method, path, { body, contentType = "application/json", query = {}, signal } = {}) {
      const payload = body === undefined ? undefined : printJson(body);
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
        ...(payload === undefined
          ? {}
          : { "content-type": contentType, "content-length": Buffer.byteLength(payload) }),
      };
      return new Promise((resolve, reject) => {
        /** @param {unknown} cause */
        const fail = (cause) => {
          const why = cause instanceof Error ? cause.message : String(cause);
          reject(new Error(`${method} ${server}${path}: ${why}`, { cause }));
        };
        const options = { method, agent, headers, ...(signal && { signal }) };
        const request = send(`${server}${path}${search(query)}`, options, (response) => {
          const { statusCode: code = 0, headers } = response;
          const json = headers["content-type"]?.startsWith("application/json");
          textOf(response)
            .then((text) =>
              resolve({ code, body: json ? parseJson(text) : text, retryAfter: headers["retry-after"] }),
            )
            .catch(fail);
        });
        request.on("error", fail);
        request.setTimeout(SILENCE, () => request.destroy(new Error(`no answer in ${SILENCE / 1000} s`)));
        request.end(payload);
      });
    },
    close: () => agent.destroy(),
  };
}
