import { KubeConfig } from "@kubernetes/client-node";
import { describe, expect, it } from "vitest";
import { plainConnection } from "../../../src/cli/kubeconfig/plain-connection.js";
import type { JsonObject } from "../../../src/core/json.js";
import { folder } from "./helper.js";

const cwd = folder({ "ca.crt": "the CA", "c.crt": "a certificate", "c.key": "a key" });
const file = (name: string): string => `${cwd}/${name}`;
const data = (text: string): string => Buffer.from(text).toString("base64");
const server = "https://a.example:6443/prefix";

const target = (cluster: JsonObject, user: JsonObject) => ({
  server,
  context: "test",
  namespace: undefined,
  cluster: { server, ...cluster },
  user,
});

/** What either adds to a request, but for the agent, which repeats it. */
async function added(config: Pick<KubeConfig, "applyToHTTPSOptions"> | undefined): Promise<object> {
  const options: { agent?: unknown; headers?: object } = {};
  await config?.applyToHTTPSOptions(options);
  const { agent, headers = {}, ...rest } = options;
  return { ...rest, headers, agent: agent?.constructor.name };
}

const rows: readonly (readonly [what: string, cluster: JsonObject, user: JsonObject])[] = [
  ["nothing", {}, {}],
  ["a token", {}, { token: "t" }],
  ["a password", {}, { username: "me", password: "secret" }],
  ["a token beside a password", {}, { username: "me", password: "secret", token: "t" }],
  ["an authority in the file", { "certificate-authority-data": data("the CA") }, { token: "t" }],
  ["an authority's file", { "certificate-authority": file("ca.crt") }, { token: "t" }],
  [
    "a certificate in the file",
    {},
    { "client-certificate-data": data("cert"), "client-key-data": data("key") },
  ],
  ["a certificate's files", {}, { "client-certificate": file("c.crt"), "client-key": file("c.key") }],
  ["no look at certificates", { "insecure-skip-tls-verify": true }, { token: "t" }],
  ["a look at certificates, stated", { "insecure-skip-tls-verify": false }, { token: "t" }],
  ["another name of the server", { "tls-server-name": "b.example" }, { token: "t" }],
  ["somebody else's name", {}, { token: "t", as: "other" }],
  ["empty texts", { "tls-server-name": "" }, { token: "", "client-certificate": "" }],
];

describe("a kubeconfig with no more than", () => {
  it.each(rows)("%s is read as the official client does", async (_, cluster, user) => {
    const theirs = new KubeConfig();
    theirs.loadFromString(
      JSON.stringify({
        "current-context": "c",
        clusters: [{ name: "c", cluster: { server, ...cluster } }],
        users: [{ name: "c", user }],
        contexts: [{ name: "c", context: { cluster: "c", user: "c" } }],
      }),
    );
    const ours = plainConnection(target(cluster, user));
    expect(ours?.getCurrentCluster()?.server).toBe(theirs.getCurrentCluster()?.server);
    expect(await added(ours)).toEqual(await added(theirs));
  });
});

describe("is left to the official client:", () => {
  it.each([
    ["a plugin", {}, { exec: { command: "get-token" } }],
    ["a provider's login", {}, { "auth-provider": { name: "oidc" }, token: "old" }],
    ["a proxy", { "proxy-url": "http://proxy.example" }, { token: "t" }],
  ] as const)("%s", (_, cluster, user) => {
    expect(plainConnection(target(cluster, user))).toBe(undefined);
  });

  it.each([null, undefined])("but not one that is stated as %s", async (exec) => {
    const user: JsonObject = { token: "t", ...(exec === null && { exec }) };
    expect(plainConnection(target({}, user))).toBeDefined();
  });
});

it("what stands in the file goes before the file that it names, as for kubectl", async () => {
  const cluster = {
    "certificate-authority": "/not-there",
    "certificate-authority-data": data("the CA"),
  };
  expect(await added(plainConnection(target(cluster, {})))).toMatchObject({ ca: Buffer.from("the CA") });
});

it("a file that is not there is said, with its name", () => {
  const cluster = { "certificate-authority": "/not-there" };
  expect(() => plainConnection(target(cluster, {}))).toThrow(
    expect.objectContaining({ code: "bad-kubeconfig", place: "/not-there" }),
  );
});
