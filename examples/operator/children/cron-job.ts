import type { Cache } from "../cache.js";
import { labelsOf, metadataOf } from "./common.js";

export function backupJob(cache: Cache, schedule: string) {
  const { name } = cache.metadata;
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: metadataOf(cache),
    spec: {
      schedule,
      concurrencyPolicy: "Forbid",
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          template: {
            metadata: { labels: { ...labelsOf(cache), "app.kubernetes.io/component": "backup" } },
            spec: {
              restartPolicy: "Never",
              containers: [
                {
                  name: "backup",
                  image: cache.spec.image,
                  command: ["valkey-cli", "-h", name, "--rdb", "/backup/dump.rdb"],
                  volumeMounts: [{ name: "backup", mountPath: "/backup" }],
                },
              ],
              volumes: [{ name: "backup", emptyDir: {} }],
            },
          },
        },
      },
    },
  };
}
