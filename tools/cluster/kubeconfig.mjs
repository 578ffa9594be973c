// @ts-check
import { stringify } from "yaml";

/** @param {import("./types.d.ts").Connection} connection */
export function kubeconfigOf({ server, ca, token }) {
  const name = "churngate";
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name, cluster: { server, "certificate-authority-data": Buffer.from(ca).toString("base64") } },
    ],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}
