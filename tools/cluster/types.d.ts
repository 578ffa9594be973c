/** What the test cluster and its client take and give. */

export interface Metadata {
  readonly name?: string;
  readonly namespace?: string;
  readonly resourceVersion?: string;
  readonly [field: string]: unknown;
}

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: Metadata;
  readonly [field: string]: unknown;
}

/** An object as the server holds it, or its Status where it refused. */
export interface AnswerBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  /** Of a Status: one word, such as Conflict. */
  readonly reason?: string;
  /** Of a Status: a sentence. */
  readonly message?: string;
  readonly [field: string]: unknown;
}

export interface Answer<Body = AnswerBody> {
  readonly code: number;
  readonly body: Body;
  /** The Retry-After header. */
  readonly retryAfter?: string | undefined;
}

export interface Connection {
  /** https://127.0.0.1:PORT, or http: through a proxy on loopback */
  readonly server: string;
  /** The certificate, as PEM, of who has signed the server's. */
  readonly ca: string;
  readonly token: string;
  /** How many requests may be under way at once (8). */
  readonly parallel?: number;
  /** Who the requests say that they come from; nobody unless given. */
  readonly userAgent?: string;
}

export interface RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** application/json */
  readonly contentType?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Ends the request, whose promise rejects. */
  readonly signal?: AbortSignal | undefined;
}

export type Request = (method: string, path: string, options?: RequestOptions) => Promise<Answer<unknown>>;

export interface Transport {
  readonly request: Request;
  /** Closes the idle connections. */
  close(): void;
}

export interface Resource {
  /** /api/v1 or /apis/GROUP/VERSION */
  readonly prefix: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly subresources: readonly string[];
  readonly verbs: readonly string[];
}

export interface Discovery {
  /** Undefined where the server does not serve the kind. */
  resource(apiVersion: string, kind: string): Promise<Resource | undefined>;
  /** To be called after a custom resource's definition was created. */
  forget(): void;
}

export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  /** Of apply: take fields from other managers. */
  readonly force?: boolean;
  /** status, scale, ... */
  readonly subresource?: string;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
  /** Ends the request, whose promise rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** HTTP errors are answers; only a fault of the connection throws. */
export interface Client extends Transport, Discovery {
  get(object: KubeObject, options?: Pick<WriteOptions, "subresource" | "signal">): Promise<Answer>;
  create(object: KubeObject, options?: WriteOptions): Promise<Answer>;
  /** A PUT. */
  replace(object: KubeObject, options?: WriteOptions): Promise<Answer>;
  /** A server-side apply. */
  apply(object: KubeObject, options?: WriteOptions): Promise<Answer>;
  /** A JSON merge patch of the object that is named. */
  merge(object: KubeObject, patch: unknown, options?: WriteOptions): Promise<Answer>;
  /** At once: no grace period, and dependents are left alone. */
  delete(object: KubeObject, options?: Pick<WriteOptions, "dryRun">): Promise<Answer>;
}

export interface ClusterOptions {
  /** One of versions.mjs; by default that of KUBEBUILDER_ASSETS, else the newest. */
  readonly version?: string | undefined;
  /** With the ServiceAccount admission plugin. */
  readonly serviceAccounts?: boolean | undefined;
  /** Outlives the process that started it, until it is stopped. */
  readonly keep?: boolean | undefined;
  /** Further flags of kube-apiserver. */
  readonly apiServerFlags?: readonly string[] | undefined;
  /** Told what takes long. */
  readonly onProgress?: ((text: string) => void) | undefined;
}

export interface Cluster extends Connection {
  /** As the server says it, without the v. */
  readonly version: string;
  /** A file's path. */
  readonly kubeconfig: string;
  /** All that it has written, the kubeconfig included; removed by stop. */
  readonly folder: string;
  /** Of the process that runs the servers, and of its process group. */
  readonly pid: number;
  readonly client: Client;
  /** Kills the API server, which starts anew on the same data; returns before that. */
  restart(): void;
  stop(): Promise<void>;
}

/** A program to run, and the file that takes what it prints. */
export interface Server {
  readonly program: string;
  readonly args: readonly string[];
  readonly log: string;
}

export type Availability = { readonly available: true } | { readonly available: false; readonly why: string };
