// @ts-check
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** @returns {Promise<number>} a port of the loopback interface that nothing listens on */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** @param {string} path @param {string} text */
const writeSecret = (path, text) => writeFileSync(path, text, { mode: 0o600 });

/** Writes the secrets of a cluster into its folder. @param {string} folder @returns {string} the token of its administrator */
export function writeSecrets(folder) {
  const token = randomBytes(32).toString("hex");
  writeSecret(join(folder, "tokens.csv"), `${token},admin,admin,"system:masters"\n`);
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeSecret(
    join(folder, "service-accounts.key"),
    privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  );
  return token;
}

/**
 * What to run. etcd is reached by a socket in the folder, which only its owner may enter, and has no peers:
 * the addresses that it has to state are never called.
 * @param {{ binaries: string, folder: string, port: number, serviceAccounts: boolean, apiServerFlags: readonly string[] }} cluster
 * @returns {import("./types.d.ts").Server[]}
 */
export function serversOf({ binaries, folder, port, serviceAccounts, apiServerFlags }) {
  const etcd = `unix://${join(folder, "etcd.sock")}`;
  const nowhere = "http://127.0.0.1:1";
  const key = join(folder, "service-accounts.key");
  return [
    {
      program: join(binaries, "etcd"),
      log: join(folder, "etcd.log"),
      args: [
        `--data-dir=${join(folder, "data")}`,
        "--unsafe-no-fsync",
        `--listen-client-urls=${etcd}`,
        `--advertise-client-urls=${nowhere}`,
        "--listen-peer-urls=http://127.0.0.1:0",
        `--initial-advertise-peer-urls=${nowhere}`,
        `--initial-cluster=default=${nowhere}`,
      ],
    },
    {
      program: join(binaries, "kube-apiserver"),
      log: join(folder, "kube-apiserver.log"),
      args: [
        `--etcd-servers=${etcd}`,
        `--cert-dir=${join(folder, "certificates")}`,
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        `--secure-port=${port}`,
        "--endpoint-reconciler-type=none",
        "--service-cluster-ip-range=10.0.0.0/16",
        "--service-account-issuer=https://kubernetes.default.svc",
        `--service-account-key-file=${key}`,
        `--service-account-signing-key-file=${key}`,
        `--token-auth-file=${join(folder, "tokens.csv")}`,
        "--authorization-mode=RBAC",
        "--allow-privileged=true",
        ...(serviceAccounts ? [] : ["--disable-admission-plugins=ServiceAccount"]),
        ...apiServerFlags,
      ],
    },
  ];
}
